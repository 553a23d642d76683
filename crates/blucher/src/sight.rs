//! Sight (VIS, TER-26 to -29, AMB-07 to -09).

use crate::field::Field;
use crate::scale::{BW, EPS, TOUCH};
use crate::state::{State, Unit};
use crate::{event, refuse};
use smallvec::SmallVec;
use std::cell::OnceCell;
use table::convex::Convex;
use table::distance::least_gap;
use table::grain::grains;
use table::ground::{Piece, PieceId as TerrainId};
use table::rect::{Edge, Rect};
use table::segment::{Polyline, Segment};
use table::sight::{Blocker, Blockers, Cause, Hidden, Line, Look, Margins, Sight, Want};
use table::vec2::Vec2;
use umpire::{PieceId, Shape};

/// BL-VIS-02: the longest line of sight.
pub const REACH: i32 = 8 * BW;

/// BL-AMB-09: a unit whose front edge is this near to a crest line is at the crest.
const AT_CREST: i32 = grains(0.05);

/// The tolerances of lines (BL-AMB-07, BL-AMB-08).
pub const MARGINS: Margins = Margins { line: EPS, border: TOUCH };

/// All units on the table as they stand now, for looking between them. Their index is made with the first look.
pub struct Eyes<'a> {
    state: &'a State,
    blockers: OnceCell<Blockers>,
}

impl<'a> Eyes<'a> {
    /// Looks at a state.
    pub const fn new(state: &'a State) -> Self {
        Self { state, blockers: OnceCell::new() }
    }

    /// The units and the ground, to be looked through.
    pub fn sight(&self) -> Sight<'_> {
        let blocker = |unit: &Unit| Blocker { id: unit.id.0, shape: Convex::from(unit.rect()) };
        let all = || Blockers::new(self.state.units.iter().map(blocker).collect());
        Sight {
            blockers: self.blockers.get_or_init(all),
            screens: self.state.field.screens(),
            margins: MARGINS,
        }
    }

    /// BL-VIS-01 to -10: does this unit see that one? The line that does, if so.
    pub fn sees(&self, viewer: &Unit, target: &Unit) -> Option<Line> {
        self.looks(viewer, target).ok()
    }

    /// A line of sight from this unit to that one, or what hides it.
    pub fn looks(&self, viewer: &Unit, target: &Unit) -> Result<Line, Hidden> {
        let shape = Convex::from(target.rect());
        let over = crests_at(&self.state.field, &viewer.rect());
        let on_edge = crest_exceptions(&self.state.field, &target.rect());
        let look = Look {
            reach: f64::from(REACH),
            without: &[viewer.id.0, target.id.0],
            over: &over,
            over_on_edge: &on_edge,
            ..Look::new(viewer.pose.at.vec2(), &shape)
        };
        self.sight().line(&look, Want::Any)
    }

    /// The units and pieces of terrain that hide something, as places to show.
    pub fn causes(&self, hidden: &Hidden) -> Vec<Shape> {
        let ground = self.state.field.ground();
        let shape = |cause: &Cause| match cause {
            Cause::Blocker(id) => self.state.unit(PieceId(*id)).map(refuse::footprint),
            Cause::Veil(id) | Cause::Stop(id) => {
                ground.piece(terrain(*id)).map(|(piece, _)| refuse::ground(piece))
            }
            Cause::Reach | Cause::Region | Cause::Number | Cause::Gap(..) => None,
        };
        hidden.by.iter().filter_map(shape).collect()
    }

    /// That a unit does not see another, and what stands between them, as whoever holds this state may speak of it.
    pub fn does_not_see(&self, target: PieceId, hidden: &Hidden) -> String {
        let field = &self.state.field;
        let terrain_name = |id: &u32| match field.called(terrain(*id)) {
            "" => field.ground().piece(terrain(*id)).map(|(piece, _)| piece.kind.words()),
            name => Some(name.to_owned()),
        };
        let mut between: Vec<String> = Vec::new();
        for cause in &hidden.by {
            let name = match cause {
                Cause::Blocker(id) => Some(event::name(self.state, PieceId(*id))),
                Cause::Veil(id) => terrain_name(id),
                Cause::Stop(id) => Some(match field.name(terrain(*id)) {
                    "" => "a crest line".to_owned(),
                    hill => format!("the crest line of {hill}"),
                }),
                Cause::Reach | Cause::Region | Cause::Number | Cause::Gap(..) => None,
            };
            between.extend(name.filter(|name| !between.contains(name)));
        }
        let target = event::name(self.state, target);
        let (names, are) = (event::listed(&between), if between.len() == 1 { "is" } else { "are" });
        match (between.is_empty(), hidden.by.contains(&Cause::Reach)) {
            (false, _) => format!("it does not see {target}: {names} {are} between them"),
            (true, true) => format!("it does not see {target}, which is more than 8 BW away"),
            (true, false) => format!("it does not see {target}"),
        }
    }

    /// Does a unit see a place, with some units passed over (BL-AMB-26: exposure of a path)?
    pub fn sees_point(&self, viewer: &Unit, p: Vec2, without: PieceId) -> bool {
        let Some(shape) = Convex::hull([p]) else { return false };
        let over = crests_at(&self.state.field, &viewer.rect());
        let look = Look {
            reach: f64::from(REACH),
            without: &[viewer.id.0, without.0],
            over: &over,
            ..Look::new(viewer.pose.at.vec2(), &shape)
        };
        self.sight().sees(&look)
    }
}

/// BL-AMB-09: the crest lines that a footprint's front edge is at.
pub fn crests_at(field: &Field, footprint: &Rect) -> SmallVec<[u32; 4]> {
    field.crests().filter(|crest| at_crest(crest, footprint)).map(|crest| u32::from(crest.id.0)).collect()
}

/// BL-TER-26: is a footprint's front edge at this crest line?
pub fn at_crest(crest: &Piece<crate::field::Kind>, footprint: &Rect) -> bool {
    let Some(line) = crest.shape.line() else { return false };
    let points: SmallVec<[Vec2; 8]> = line.points().iter().map(|p| p.vec2()).collect();
    let [a, b] = footprint.edge(Edge::Front);
    least_gap(&Segment::new(a, b), &Polyline(&points))
        .is_some_and(|gap| gap.distance <= f64::from(AT_CREST) + EPS.grains())
}

/// A crest line is passed over by lines that end on the front edge of a target that is at it (BL-AMB-09).
pub fn crest_exceptions(field: &Field, target: &Rect) -> SmallVec<[(usize, u32); 4]> {
    crests_at(field, target).into_iter().map(|crest| (0, crest)).collect()
}

/// The piece of terrain with a number that sight gives.
pub const fn terrain(id: u32) -> TerrainId {
    TerrainId(id as u16)
}
