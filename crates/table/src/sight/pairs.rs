//! Finding the pairs of obstacles that leave a line no room.

use super::aim::Aim;
use super::room::{Lines, Pair};
use super::spans::{FreeList, Span, Spans};
use super::{Cause, Entry, Look, Obstacle, Sight, Veil, Want, line, veil};
use crate::gap::{Borders, distance, gap};
use crate::index::Bounds;
use crate::vec2::{Vec2, vec2};
use smallvec::SmallVec;

/// An obstacle beside the lines of an aim.
struct Beside<'a> {
    name: Obstacle,
    /// In the frame of the aim.
    borders: Borders,
    bounds: Bounds,
    veil: Option<&'a Veil>,
}

impl Sight<'_> {
    /// Adds what narrow pairs hide of the directions that are otherwise free.
    pub(super) fn hide_gaps(&self, look: &Look, want: Want, aim: &Aim, free: &FreeList, spans: &mut Spans) {
        self.narrow_pairs(look, want, aim, |pair, cause, veils| {
            let open = |u: f64| self.open_length(look, aim, u, veils);
            let lines = Lines { distance: aim.distance, rules: self.rules(), open: &open };
            let splits = self.changes(look, aim, veils);
            for f in free {
                let mut from = f.low;
                for &to in splits.iter().filter(|u| **u > f.low && **u < f.high).chain([&f.high]) {
                    pair.hide([from, to], &lines, cause, spans);
                    from = to;
                }
            }
        });
    }

    /// The same for one direction.
    pub(super) fn hide_gaps_at(&self, look: &Look, want: Want, aim: &Aim, u: f64, spans: &mut Spans) {
        self.narrow_pairs(look, want, aim, |pair, cause, veils| {
            let open = |u: f64| self.open_length(look, aim, u, veils);
            if pair.hides(u, &Lines { distance: aim.distance, rules: self.rules(), open: &open }) {
                spans.push(Span { low: u, high: u, open: false, cause });
            }
        });
    }

    /// The first narrow point of a free line that lies beside a veil.
    pub(super) fn first_gap(&self, look: &Look, aim: &Aim, u: f64) -> Option<Entry> {
        let mut first: Option<Entry> = None;
        self.narrow_pairs(look, Want::Shortest, aim, |pair, cause, veils| {
            let to = vec2(u, aim.distance);
            let open = to * (self.open_length(look, aim, u, veils) / to.length());
            if pair.allowed.is_some()
                && let Some(g) =
                    gap(Vec2::default(), open, &pair.one, &pair.other, pair.room, self.rules().line)
                && first.is_none_or(|f| g.after < f.after)
            {
                first = Some(Entry { cause, after: g.after, at: aim.frame.to_table(g.at) });
            }
        });
        first
    }

    /// How far a line goes before it enters one of two veils: between them it passes only that far.
    fn open_length(&self, look: &Look, aim: &Aim, u: f64, veils: [Option<&Veil>; 2]) -> f64 {
        let entries = veils.into_iter().flatten().filter_map(|v| {
            let passage = self.passage(look, Want::ShortestClear, v);
            line::entry(&v.area, passage, look.from, aim.reaches(u))
        });
        entries.fold(aim.length(u), f64::min)
    }

    /// The directions between which lines enter the same edge of the veils: those of their corners, and
    /// where lines begin to enter at all.
    fn changes(&self, look: &Look, aim: &Aim, veils: [Option<&Veil>; 2]) -> SmallVec<[f64; 16]> {
        let mut changes: SmallVec<[f64; 16]> = SmallVec::new();
        for v in veils.into_iter().flatten() {
            let mut entered = Spans::new();
            let passage = self.passage(look, Want::ShortestClear, v);
            veil::veil(v.area.edges(), passage, aim, Cause::Veil(v.id), &mut entered);
            changes.extend(entered.iter().flat_map(|s| [s.low, s.high]));
            let corners = v.area.edges().iter().map(|e| aim.frame.to_local(e[0])).filter(|c| c.y > 0.0);
            changes.extend(corners.map(|c| aim.distance * c.x / c.y));
        }
        changes.sort_by(f64::total_cmp);
        changes
    }

    /// All pairs of obstacles beside the lines of an aim that are too close to each other somewhere.
    fn narrow_pairs(
        &self,
        look: &Look,
        want: Want,
        aim: &Aim,
        mut give: impl FnMut(Pair, Cause, [Option<&Veil>; 2]),
    ) {
        let room = look.room - self.rules().line;
        let all = self.beside(look, aim);
        for (i, one) in all.iter().enumerate() {
            for other in &all[..i] {
                if !one.bounds.meets(&other.bounds.widened(room))
                    || distance(&one.borders, &other.borders) >= room
                {
                    continue;
                }
                let depths = [one.veil, other.veil].into_iter().flatten().map(|v| v.depth.max(0.0));
                let allowed = depths.reduce(f64::min).filter(|_| want != Want::ShortestClear);
                let pair = Pair { one: one.borders.clone(), other: other.borders.clone(), room, allowed };
                give(pair, Cause::Gap(other.name, one.name), [one.veil, other.veil]);
            }
        }
    }

    /// The obstacles near the lines of an aim, without the viewer and the target.
    fn beside(&self, look: &Look, aim: &Aim) -> SmallVec<[Beside<'_>; 16]> {
        // The slab reaches beside the lines, and no link that counts is longer than the room.
        let around = aim.bounds().widened(look.room);
        let local = |edges: &mut dyn Iterator<Item = [Vec2; 2]>| -> Borders {
            edges.map(|e| e.map(|p| aim.frame.to_local(p))).collect()
        };
        let mut all: SmallVec<[Beside<'_>; 16]> = SmallVec::new();
        for i in self.blockers.index.in_box(around) {
            let b = &self.blockers.list[i];
            if !look.without.contains(&b.id) {
                let borders = local(&mut b.shape.edges());
                let bounds = Bounds::around(borders.iter().flatten().copied());
                all.push(Beside { name: Obstacle::Blocker(b.id), borders, bounds, veil: None });
            }
        }
        for i in self.screens.veil_index.in_box(around) {
            let v = &self.screens.veils[i];
            let borders = local(&mut v.area.edges().iter().copied());
            let bounds = Bounds::around(borders.iter().flatten().copied());
            all.push(Beside { name: Obstacle::Veil(v.id), borders, bounds, veil: Some(v) });
        }
        all
    }
}
