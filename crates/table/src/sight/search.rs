//! The search itself: for each edge of the target, the directions left free.

use super::aim::{Aim, aims};
use super::around::Around;
use super::spans::{Free, FreeList, Span, Spans, all_hidden, left_over};
use super::{Cause, Entry, Hidden, Line, Look, Obstacle, Rules, Sight, Want, line, shadow, veil};
use crate::gap::{Gap, gap};
use crate::vec2::Vec2;
use smallvec::SmallVec;

type Causes = SmallVec<[Cause; 4]>;

/// A corner of the target is the end of two edges. Where only the edge turned away is exempt from some
/// stop, a line that ends in the corner still ends on that edge: each such corner as an aim of its own.
fn corners_of_exempt_edges(look: &Look, aims: &[Aim]) -> SmallVec<[(Aim, f64); 4]> {
    let exempt = |edge: usize| look.over_on_edge.iter().any(|(e, _)| *e == edge);
    let ends = aims.iter().flat_map(|aim| [0, 1].map(|i| (aim, aim.neighbours[i], aim.range[i])));
    ends.filter_map(|(aim, edge, u)| Some((Aim { edge: edge.filter(|e| exempt(*e))?, ..*aim }, u))).collect()
}

impl Sight<'_> {
    /// A free line of the sort wanted, or what hides the target.
    pub fn line(&self, look: &Look, want: Want) -> Result<Line, Hidden> {
        self.search(look, want, |around, aim, u| self.described(look, around, aim, u))
    }

    /// Is there any free line?
    pub fn sees(&self, look: &Look) -> bool {
        self.search(look, Want::Any, |_, _, _| ()).is_ok()
    }

    /// Looks for the best direction; what is asked of it is told by `answer`.
    fn search<T>(
        &self,
        look: &Look,
        want: Want,
        answer: impl FnOnce(&Around, &Aim, f64) -> T,
    ) -> Result<T, Hidden> {
        let one = |cause| Hidden { by: vec![cause] };
        if !look.from.is_finite() || look.reach.is_nan() {
            return Err(one(Cause::Number));
        }
        let aims = aims(look.from, look.target, look.within, look.reach + self.rules().line).map_err(one)?;
        let around = self.around(look);
        let mut best: Option<(f64, Aim, f64)> = None;
        let mut causes = Causes::new();
        for aim in &aims {
            // No line to this edge is shorter than the best so far.
            if best.is_some_and(|(shortest, ..)| aim.length(aim.straightest()) >= shortest) {
                continue;
            }
            let Some(u) = self.nearest(look, want, &around, aim, &mut causes) else { continue };
            if want == Want::Any {
                return Ok(answer(&around, aim, u));
            }
            let length = aim.length(u);
            if best.is_none_or(|(shortest, ..)| length < shortest) {
                best = Some((length, *aim, u));
            }
        }
        for (aim, u) in corners_of_exempt_edges(look, &aims) {
            let length = aim.length(u);
            if best.is_none_or(|(b, ..)| length < b)
                && self.free_at(look, want, &around, &aim, u, &mut causes)
            {
                best = Some((length, aim, u));
            }
        }
        match best {
            Some((_, aim, u)) => Ok(answer(&around, &aim, u)),
            None => Err(Hidden { by: causes.into_vec() }),
        }
    }

    /// The narrow gap between two obstacles that a line passes through, if it is narrower than the room
    /// needed: the shortest link between them, and where the line crosses it.
    pub fn gap(&self, from: Vec2, to: Vec2, [one, other]: [Obstacle; 2], room: f64) -> Option<Gap> {
        let borders = |o: Obstacle| -> Option<Vec<[Vec2; 2]>> {
            match o {
                Obstacle::Blocker(id) => {
                    self.blockers.list.iter().find(|b| b.id == id).map(|b| b.shape.edges().collect())
                }
                Obstacle::Veil(id) => {
                    self.screens.veils.iter().find(|v| v.id == id).map(|v| v.area.edges().to_vec())
                }
            }
        };
        let alike = self.rules().line;
        gap(from, to, &borders(one)?, &borders(other)?, room - alike, alike)
    }

    pub(super) fn rules(&self) -> Rules {
        Rules { line: self.margins.line.grains().max(0.0), border: self.margins.border.grains().max(0.0) }
    }

    /// The free direction to one edge that makes the shortest line.
    fn nearest(
        &self,
        look: &Look,
        want: Want,
        around: &Around,
        aim: &Aim,
        causes: &mut Causes,
    ) -> Option<f64> {
        // Mostly the shortest line of all is free; if it is not, all directions are looked at.
        let (straight, mut by) = (aim.straightest(), Causes::new());
        if self.free_at(look, want, around, aim, straight, &mut by) {
            return Some(straight);
        }
        if aim.single() {
            by.retain(|cause| !causes.contains(cause));
            causes.append(&mut by);
            return None;
        }
        let mut slits = SmallVec::new();
        let free = self.free(look, want, around, aim, &mut slits, causes);
        let mut best = free.iter().map(Free::nearest).min_by(|a, b| a.abs().total_cmp(&b.abs()));
        for &u in &slits {
            let shorter = best.is_none_or(|b| u.abs() < b.abs());
            if shorter
                && u >= aim.range[0]
                && u <= aim.range[1]
                && self.free_at(look, want, around, aim, u, causes)
            {
                best = Some(u);
            }
        }
        best
    }

    /// The free directions to one edge.
    fn free(
        &self,
        look: &Look,
        want: Want,
        around: &Around,
        aim: &Aim,
        slits: &mut SmallVec<[f64; 4]>,
        causes: &mut Causes,
    ) -> FreeList {
        let mut spans = Spans::new();
        let hidden = |spans: &[Span], causes: &mut Causes| {
            let cause = all_hidden(spans, aim.range);
            causes.extend(cause.filter(|c| !causes.contains(c)));
            cause.is_some()
        };
        self.hide_by_lines(look, around, aim, &mut spans);
        if hidden(&spans, causes) {
            return FreeList::new();
        }
        let rules = self.rules();
        for &(i, standing) in &around.veils {
            let v = &self.screens.veils[i as usize];
            let passage = self.passage(standing, want, v);
            veil::veil(v.area.edges(), passage, aim, Cause::Veil(v.id), &mut spans);
            if want == Want::ShortestClear && look.into.contains(&v.id) {
                veil::ends_in(v.area.edges(), rules.line, aim, Cause::Veil(v.id), &mut spans);
            }
        }
        if hidden(&spans, causes) {
            return FreeList::new();
        }
        if look.room > 0.0 {
            let free = left_over(&mut spans, aim.range, slits, &mut Causes::new());
            self.hide_gaps(look, want, aim, &free, &mut spans);
            slits.clear();
        }
        left_over(&mut spans, aim.range, slits, causes)
    }

    /// Is this one direction free?
    fn free_at(
        &self,
        look: &Look,
        want: Want,
        around: &Around,
        aim: &Aim,
        u: f64,
        causes: &mut Causes,
    ) -> bool {
        let aim = Aim { range: [u, u], ..*aim };
        let length = aim.length(u);
        if length <= 0.0 {
            return true;
        }
        let mut spans = Spans::new();
        self.hide_by_lines(look, around, &aim, &mut spans);
        for &(i, standing) in &around.veils {
            let v = &self.screens.veils[i as usize];
            let passage = self.passage(standing, want, v);
            let entry = line::entry(&v.area, passage, look.from, aim.reaches(u));
            let cause = Cause::Veil(v.id);
            if entry.is_some_and(|after| length - after > passage.depth + passage.rules.line) {
                spans.push(Span { low: u, high: u, open: false, cause });
            }
            if want == Want::ShortestClear && look.into.contains(&v.id) {
                veil::ends_in(v.area.edges(), passage.rules.line, &aim, cause, &mut spans);
            }
        }
        if look.room > 0.0 {
            self.hide_gaps_at(look, want, &aim, u, &mut spans);
        }
        let mut free = true;
        for s in spans.iter().filter(|s| s.low <= u && u <= s.high) {
            free = false;
            if !causes.contains(&s.cause) {
                causes.push(s.cause);
            }
        }
        free
    }

    /// Adds what blockers and stops hide.
    fn hide_by_lines(&self, look: &Look, around: &Around, aim: &Aim, spans: &mut Spans) {
        let rules = self.rules();
        for &i in &around.blockers {
            let b = &self.blockers.list[i as usize];
            shadow::shadow(b.shape.corners(), rules.line, aim, Cause::Blocker(b.id), spans);
        }
        for &i in &around.stops {
            let s = &self.screens.stops[i as usize];
            if look.over_on_edge.contains(&(aim.edge, s.id)) {
                continue;
            }
            for segment in &s.segments {
                veil::stop(*segment, rules, aim, Cause::Stop(s.id), spans);
            }
        }
    }

    /// A free line with what it enters.
    fn described(&self, look: &Look, around: &Around, aim: &Aim, u: f64) -> Line {
        let (to, length) = (aim.reaches(u), aim.length(u));
        let at = |after: f64| if length > 0.0 { look.from.towards(to, after / length) } else { to };
        let mut first: Option<Entry> = None;
        for &(i, standing) in &around.veils {
            let v = &self.screens.veils[i as usize];
            let passage = self.passage(standing, Want::ShortestClear, v);
            let entry = line::entry(&v.area, passage, look.from, to);
            let entry = entry.filter(|after| length - after > passage.rules.line);
            let ends = || look.into.contains(&v.id) && v.area.depth(to) >= -passage.rules.line;
            if let Some(after) = entry.or_else(|| ends().then_some(length))
                && first.is_none_or(|f| after < f.after)
            {
                first = Some(Entry { cause: Cause::Veil(v.id), after, at: at(after) });
            }
        }
        if look.room > 0.0
            && let Some(gap) = self.first_gap(look, aim, u)
            && first.is_none_or(|f| gap.after < f.after)
        {
            first = Some(gap);
        }
        Line { from: look.from, to, length, edge: aim.edge, entry: first }
    }
}
