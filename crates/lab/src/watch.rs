//! A battle watched through its scenes: who stands where, who falls, who holds what.

use crate::ground::{Ground, pieces};
use crate::record::{Fallen, Fate, Loss, Record, SideRow, Stand, TerrainRow};
use std::collections::{BTreeMap, BTreeSet};
use table::grain::UNIT;
use table::pose::Pose;
use umpire::{Piece, PieceId, Scene};

/// A track of this name is used up by its own unit: what is struck there is no hit.
const AMMUNITION: &str = "ammunition";

struct Unit {
    side: u8,
    corps: String,
    name: String,
    kind: String,
    pose: Pose,
    /// Where it stood when the turn began.
    began: Pose,
    hits: u32,
    /// Boxes that are not struck.
    free: u32,
    fate: Fate,
    turn: u32,
    fought: bool,
}

/// What was seen of a battle so far.
#[derive(Default)]
pub(crate) struct Watch {
    units: BTreeMap<PieceId, Unit>,
    terrain: Vec<Ground>,
    turn: u32,
    turns: u32,
    /// The sides asked when the turn began.
    asked: BTreeSet<u8>,
    fought: BTreeSet<PieceId>,
    pub(crate) first: Option<u8>,
    pub(crate) sides: [SideRow; 2],
    broken: [i64; 2],
    losses: Vec<Loss>,
    lost: BTreeMap<(u8, String), (u32, u32)>,
    stands: BTreeMap<(u8, i32, i32), u32>,
    /// Of each turn that began, who held each piece of terrain.
    held: Vec<Vec<Option<u8>>>,
}

impl Watch {
    /// The battle is set up: the terrain is what it will be. A table that is still to be built has none.
    pub(crate) fn begins(&mut self, scene: &Scene) {
        self.terrain = pieces(&scene.terrain);
        self.see(scene);
    }

    /// Looks at the table.
    pub(crate) fn see(&mut self, scene: &Scene) {
        for piece in &scene.pieces {
            let (hits, free) = boxes(piece);
            let unit = self.units.entry(piece.id).or_insert_with(|| Unit {
                side: piece.side,
                corps: plain(&piece.banner),
                name: plain(&piece.name),
                kind: plain(&piece.kind),
                pose: piece.pose,
                began: piece.pose,
                hits,
                free,
                fate: Fate::Stands,
                turn: 0,
                fought: false,
            });
            (unit.pose, unit.hits, unit.free, unit.fate) = (piece.pose, hits, free, Fate::Stands);
        }
        let here: BTreeSet<PieceId> = scene.pieces.iter().map(|piece| piece.id).collect();
        for side in [0, 1] {
            let broken = gauge(scene, "broken", side);
            let more = broken - std::mem::replace(&mut self.broken[usize::from(side)], broken);
            self.leave(&here, side, more);
        }
    }

    /// Units of a side that are no longer there; the first so many are broken.
    fn leave(&mut self, here: &BTreeSet<PieceId>, side: u8, broken: i64) {
        let turn = self.turn;
        let gone = |(id, unit): &(&PieceId, &mut Unit)| {
            unit.side == side && unit.fate == Fate::Stands && !here.contains(id)
        };
        for (n, (_, unit)) in self.units.iter_mut().filter(gone).enumerate() {
            unit.turn = turn;
            unit.fate = if (n as i64) < broken { Fate::Broken } else { Fate::Left };
            if unit.fate == Fate::Broken {
                unit.hits += unit.free;
            }
        }
    }

    /// The side of a unit.
    pub(crate) fn side_of(&self, id: PieceId) -> Option<u8> {
        self.units.get(&id).map(|unit| unit.side)
    }

    /// These units are named in a line with dice.
    pub(crate) fn fight(&mut self, pieces: &[PieceId]) {
        for id in pieces {
            self.fought.insert(*id);
            if let Some(unit) = self.units.get_mut(id) {
                unit.fought = true;
            }
        }
    }

    /// A turn begins, and these sides are asked.
    pub(crate) fn turn_begins(&mut self, turn: u32, scene: &Scene, asked: BTreeSet<u8>) {
        self.see(scene);
        self.turn_ends();
        (self.turn, self.turns) = (turn, self.turns + 1);
        self.first = self.first.or_else(|| asked.first().copied());
        self.asked = asked;
        let standing = self.units.values_mut().filter(|unit| unit.fate == Fate::Stands);
        for unit in standing {
            unit.began = unit.pose;
            let square = (unit.side, unit.pose.at.x.div_euclid(UNIT), unit.pose.at.y.div_euclid(UNIT));
            *self.stands.entry(square).or_default() += 1;
        }
        self.held.push(self.terrain.iter().map(|terrain| self.holder(terrain)).collect());
        self.note_losses(turn);
    }

    /// Whoever has more units on it.
    fn holder(&self, terrain: &Ground) -> Option<u8> {
        let count = |side: u8| {
            let own = self.units.values().filter(|unit| unit.side == side && unit.fate == Fate::Stands);
            own.filter(|unit| terrain.carries(unit.pose.at)).count()
        };
        let (a, b) = (count(0), count(1));
        (a != b).then_some(u8::from(b > a))
    }

    /// Did those who were asked do anything?
    fn turn_ends(&mut self) {
        for side in std::mem::take(&mut self.asked) {
            let Some(row) = self.sides.get_mut(usize::from(side)) else { continue };
            let acted = |(id, unit): (&PieceId, &Unit)| {
                unit.side == side && (unit.pose != unit.began || self.fought.contains(id))
            };
            row.turns += 1;
            row.idle += u32::from(!self.units.iter().any(acted));
        }
        self.fought.clear();
    }

    fn note_losses(&mut self, turn: u32) {
        let mut now: BTreeMap<(u8, String), (u32, u32)> = BTreeMap::new();
        for unit in self.units.values() {
            let sum = now.entry((unit.side, unit.corps.clone())).or_default();
            sum.0 += u32::from(unit.fate != Fate::Stands);
            sum.1 += unit.hits;
        }
        for ((side, corps), (units, hits)) in now {
            let before = self.lost.insert((side, corps.clone()), (units, hits)).unwrap_or_default();
            if before != (units, hits) {
                self.losses.push(Loss { battle: 0, turn, side, corps, units, hits });
            }
        }
    }

    /// The battle is over.
    pub(crate) fn ends(mut self, scene: &Scene, battle: u64) -> Record {
        self.see(scene);
        self.turn_ends();
        self.note_losses(self.turn + 1);
        for (i, row) in self.sides.iter_mut().enumerate() {
            let side = i as u8;
            let own = || self.units.values().filter(move |unit| unit.side == side);
            row.units = own().count() as u32;
            row.lost = own().filter(|unit| unit.fate != Fate::Stands).count() as u32;
            row.hits = own().map(|unit| unit.hits).sum();
            row.fought = own().filter(|unit| unit.fought).count() as u32;
            row.broken = gauge(scene, "broken", side);
            row.objectives = gauge(scene, "objectives", side);
        }
        let (terrain, units) = (self.terrain_rows(battle), self.unit_rows(battle));
        let mut record = Record { units, terrain, ..Record::default() };
        record.losses = self.losses.into_iter().map(|loss| Loss { battle, ..loss }).collect();
        let stand = |((side, x, y), count)| Stand { battle, side, x, y, count };
        record.stands = self.stands.into_iter().map(stand).collect();
        (record.row.battle, record.row.turns) = (battle, self.turn);
        (record.row.first_side, record.row.sides) = (self.first, self.sides);
        record
    }

    /// Sorted by side, corps and name: handles differ from battle to battle.
    fn unit_rows(&self, battle: u64) -> Vec<Fallen> {
        let row = |unit: &Unit| Fallen {
            battle,
            side: unit.side,
            corps: unit.corps.clone(),
            name: unit.name.clone(),
            kind: unit.kind.clone(),
            fate: unit.fate,
            turn: if unit.fate == Fate::Stands { self.turn } else { unit.turn },
            x: unit.pose.at.x,
            y: unit.pose.at.y,
            hits: unit.hits,
            fought: u8::from(unit.fought),
        };
        let mut rows: Vec<Fallen> = self.units.values().map(row).collect();
        rows.sort_by(|a, b| (a.side, &a.corps, &a.name).cmp(&(b.side, &b.corps, &b.name)));
        rows
    }

    fn terrain_rows(&self, battle: u64) -> Vec<TerrainRow> {
        let row = |(n, terrain): (usize, &Ground)| {
            let holders = || self.held.iter().map(move |held| held.get(n).copied().flatten());
            let held = |side| holders().filter(|holder| *holder == Some(side)).count() as u32;
            let fell = |side| {
                let broken = self.units.values().filter(|u| u.side == side && u.fate == Fate::Broken);
                broken.filter(|unit| terrain.carries(unit.pose.at)).count() as u32
            };
            TerrainRow {
                battle,
                terrain: n as u32,
                name: plain(&terrain.name),
                turns: self.turns,
                held_0: held(0),
                held_1: held(1),
                middle: holders().nth(self.held.len() / 2).flatten(),
                fell_0: fell(0),
                fell_1: fell(1),
            }
        };
        self.terrain.iter().enumerate().map(row).collect()
    }
}

/// Hits on a piece, and the boxes it has left.
fn boxes(piece: &Piece) -> (u32, u32) {
    let own = |name: &str| name == AMMUNITION;
    let hits = piece.tracks.iter().filter(|track| !own(&track.name)).map(|track| track.struck).sum();
    let free = piece.tracks.iter().map(|track| (track.boxes.len() as u32).saturating_sub(track.struck)).sum();
    (hits, free)
}

/// A number that the game itself counts for a side; 0 if it does not.
fn gauge(scene: &Scene, name: &str, side: u8) -> i64 {
    scene.gauges.iter().find(|gauge| gauge.name == name && gauge.side == Some(side)).map_or(0, |g| g.value)
}

/// Words on one line.
pub(crate) fn plain(words: &str) -> String {
    words.split(|c: char| c.is_control()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::pose::pose;
    use umpire::{Gauge, Shape, Track};

    fn piece(id: u32, side: u8, at: (f64, f64), struck: u32) -> Piece {
        let track = |name: &'static str, struck| Track {
            name: name.into(),
            boxes: vec![4, 3, 2, 1],
            struck,
            round: false,
        };
        Piece {
            id: PieceId(id),
            side,
            pose: pose(at.0, at.1, 0.0),
            stands: Vec::new(),
            name: format!("unit {id}").into(),
            kind: "infantry".into(),
            figures: Vec::new(),
            flag: "".into(),
            banner: if id < 3 { "I Corps" } else { "II Corps" }.into(),
            label: "".into(),
            tracks: vec![track("elan", struck), track("ammunition", 1)],
            badges: Vec::new(),
        }
    }

    fn scene(pieces: Vec<Piece>, broken: [i64; 2]) -> Scene {
        let wood = [table::point::at(0.0, 0.0), table::point::at(4.0, 0.0), table::point::at(4.0, 4.0)];
        let gauge = |name: &'static str, side: u8, value| Gauge {
            name: name.into(),
            side: Some(side),
            value,
            of: None,
            hidden: false,
        };
        Scene {
            size: table::point::at(10.0, 10.0),
            unit: "BW".into(),
            clock: "".into(),
            terrain: vec![umpire::Terrain {
                kind: "wood".into(),
                name: "".into(),
                shape: Shape::Area(wood.to_vec()),
            }],
            pieces,
            aside: Vec::new(),
            markers: Vec::new(),
            gauges: vec![
                gauge("broken", 0, broken[0]),
                gauge("broken", 1, broken[1]),
                gauge("objectives", 1, 2),
            ],
        }
    }

    /// Two turns. Unit 1 stands in the wood and takes two hits; unit 2 leaves unbroken; unit 3 moves up to the wood,
    /// fights and breaks; unit 4 does nothing.
    fn battle() -> Record {
        let mut watch = Watch::default();
        let start = vec![
            piece(1, 0, (3.0, 1.0), 0),
            piece(2, 0, (9.5, 9.5), 0),
            piece(3, 1, (8.0, 1.0), 0),
            piece(4, 1, (8.0, 8.0), 1),
        ];
        watch.begins(&scene(start.clone(), [0, 0]));
        watch.turn_begins(1, &scene(start, [0, 0]), BTreeSet::from([1]));
        watch.see(&scene(
            vec![
                piece(1, 0, (3.0, 1.0), 2),
                piece(2, 0, (9.5, 9.5), 0),
                piece(3, 1, (4.4, 1.0), 1),
                piece(4, 1, (8.0, 8.0), 1),
            ],
            [0, 0],
        ));
        watch.fight(&[PieceId(1), PieceId(3)]);
        let after = vec![piece(1, 0, (3.0, 1.0), 2), piece(4, 1, (8.0, 8.0), 1)];
        watch.turn_begins(2, &scene(after.clone(), [0, 1]), BTreeSet::from([0]));
        watch.ends(&scene(after, [0, 1]), 7)
    }

    #[test]
    fn what_becomes_of_units() {
        let units = battle().units;
        let seen: Vec<_> =
            units.iter().map(|u| (u.name.as_str(), u.fate, u.turn, u.x, u.hits, u.fought)).collect();
        assert_eq!(
            seen,
            [
                ("unit 1", Fate::Stands, 2, 30_000, 2, 1),
                ("unit 2", Fate::Left, 1, 95_000, 0, 0),
                // Four boxes of elan and three of ammunition: one hit, and the six that were left.
                ("unit 3", Fate::Broken, 1, 44_000, 7, 1),
                ("unit 4", Fate::Stands, 2, 80_000, 1, 0),
            ]
        );
    }

    #[test]
    fn what_is_written_of_sides() {
        let row = battle().row;
        let [a, b] = row.sides;
        assert_eq!((row.battle, row.turns, row.first_side), (7, 2, Some(1)));
        assert_eq!((a.units, a.broken, a.lost, a.hits, a.fought, a.objectives), (2, 0, 1, 2, 1, 0));
        assert_eq!((b.units, b.broken, b.lost, b.hits, b.fought, b.objectives), (2, 1, 1, 8, 1, 2));
        // Side 1 fought in its turn, side 0 did nothing in its own.
        assert_eq!((a.turns, a.idle, b.turns, b.idle), (1, 1, 1, 0));
    }

    #[test]
    fn losses_are_written_when_they_change() {
        let losses = battle().losses;
        let seen: Vec<_> =
            losses.iter().map(|l| (l.turn, l.side, l.corps.as_str(), l.units, l.hits)).collect();
        assert_eq!(seen, [(1, 1, "II Corps", 0, 1), (2, 0, "I Corps", 1, 2), (2, 1, "II Corps", 1, 8)]);
    }

    #[test]
    fn who_holds_the_wood_and_who_falls_there() {
        let record = battle();
        let [wood] = record.terrain.as_slice() else { panic!("one piece of terrain") };
        assert_eq!((wood.turns, wood.held_0, wood.held_1, wood.middle), (2, 2, 0, Some(0)));
        assert_eq!((wood.fell_0, wood.fell_1), (0, 1));
    }

    #[test]
    fn where_units_stand_when_turns_begin() {
        let stands = battle().stands;
        let seen: Vec<_> = stands.iter().map(|s| (s.side, s.x, s.y, s.count)).collect();
        assert_eq!(seen, [(0, 3, 1, 2), (0, 9, 9, 1), (1, 8, 1, 1), (1, 8, 8, 2)]);
    }
}
