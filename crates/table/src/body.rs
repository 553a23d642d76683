//! Bodies of several stands: a layout in the body's own frame, and one pose.

use crate::distance::Figure;
use crate::grain::LIMIT;
use crate::heading::{Heading, Turn};
use crate::pose::{Frame, Pose};
use crate::rect::Rect;
use crate::vec2::{Vec2, vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A base within a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Its centre, grains to the right of the body's reference point.
    pub right: i32,
    /// Its centre, grains forward of the body's reference point.
    pub forward: i32,
    /// Width of its front edge in grains.
    pub width: i32,
    /// Depth from front to rear in grains.
    pub depth: i32,
    /// How its front is turned against the body's.
    #[serde(default)]
    pub turn: Turn,
}

/// How the stands of a body are arranged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Layout {
    /// The stands, in the order of the body's list.
    #[schemars(with = "Vec<Stand>")]
    pub stands: SmallVec<[Stand; 8]>,
}

/// The rectangles of a body as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// One for each stand, in the order of the layout.
    pub rects: SmallVec<[Rect; 8]>,
}

impl Layout {
    /// Stands of one size side by side and behind each other, the front rank first, from left to right;
    /// the reference point is the middle of the front edge.
    pub fn ranks(count: u8, files: u8, width: i32, depth: i32) -> Self {
        let files = files.max(1);
        let (width, depth) = (width.clamp(0, LIMIT), depth.clamp(0, LIMIT));
        let across = |file: u8| (2 * i64::from(file) + 1 - i64::from(files)) * i64::from(width) / 2;
        let back = |rank: u8| -(2 * i64::from(rank) + 1) * i64::from(depth) / 2;
        let fit = |v: i64| v.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32;
        let stands = (0..count)
            .map(|i| Stand {
                right: fit(across(i % files)),
                forward: fit(back(i / files)),
                width,
                depth,
                turn: Turn(0),
            })
            .collect();
        Self { stands }
    }

    /// The rectangles covered at a pose. Sizes are taken between nothing and the largest length.
    pub fn at(&self, pose: Pose) -> Body {
        let frame = pose.frame();
        let place = |stand: &Stand| {
            let half = |size: i32| f64::from(size.clamp(0, LIMIT)) * 0.5;
            let centre = frame.to_table(vec2(f64::from(stand.right), f64::from(stand.forward)));
            let forward = pose.heading.turned(stand.turn).vector();
            Rect {
                frame: Frame { origin: centre, forward },
                half_width: half(stand.width),
                half_depth: half(stand.depth),
            }
        };
        Body { rects: self.stands.iter().map(place).collect() }
    }

    /// The rectangle around all stands in the body's own frame: lowest (u, v) and highest (u, v).
    pub fn bounds(&self) -> Option<[Vec2; 2]> {
        let local = self.at(Pose { heading: Heading::NORTH, ..Pose::default() });
        let mut corners = local.rects.iter().flat_map(Rect::corners);
        let first = corners.next()?;
        Some(corners.fold([first, first], |[low, high], p| {
            [vec2(low.x.min(p.x), low.y.min(p.y)), vec2(high.x.max(p.x), high.y.max(p.y))]
        }))
    }

    /// The rectangle around all stands as the body stands at a pose; it faces as the body does.
    pub fn outline(&self, pose: Pose) -> Option<Rect> {
        let [low, high] = self.bounds()?;
        let frame = pose.frame();
        Some(Rect {
            frame: Frame { origin: frame.to_table(low.towards(high, 0.5)), forward: frame.forward },
            half_width: (high.x - low.x) * 0.5,
            half_depth: (high.y - low.y) * 0.5,
        })
    }
}

impl Figure for Body {
    type Part<'a> = &'a Rect;
    fn parts(&self) -> impl Iterator<Item = &Rect> {
        self.rects.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::least_gap;
    use crate::point::at;
    use crate::pose::pose;

    #[test]
    fn a_line_of_four_stands() {
        let line = Layout::ranks(4, 4, 10_000, 5_000);
        let body = line.at(pose(10.0, 10.0, 0.0));
        assert_eq!(body.rects.len(), 4);
        assert_eq!(body.rects[0].corners()[0], at(8.0, 10.0).vec2());
        assert_eq!(body.rects[3].corners()[1], at(12.0, 10.0).vec2());
        assert_eq!(line.bounds(), Some([vec2(-20_000.0, -5_000.0), vec2(20_000.0, 0.0)]));
        // Turned east its right end is in the south.
        assert_eq!(line.at(pose(10.0, 10.0, 90.0)).rects[3].corners()[1], at(10.0, 8.0).vec2());
    }

    #[test]
    fn the_outline_of_a_brigade() {
        // CL-TRM-12: five units 3 wide and the command base: 12 × 6.
        let brigade = Layout::ranks(6, 3, 40_000, 30_000);
        let outline = brigade.outline(pose(50.0, 50.0, 0.0)).unwrap();
        assert_eq!((outline.half_width, outline.half_depth), (60_000.0, 30_000.0));
        assert_eq!(outline.front_middle(), at(50.0, 50.0).vec2());
        assert_eq!(Layout::default().outline(pose(0.0, 0.0, 0.0)), None);
    }

    #[test]
    fn distance_is_taken_base_against_base() {
        // The second rank lacks its middle stand; the gap is inside the outline.
        let mut hollow = Layout::ranks(6, 3, 10_000, 10_000);
        hollow.stands.remove(4);
        let body = hollow.at(pose(5.0, 5.0, 0.0));
        let courier = at(5.0, 3.5).vec2();
        assert!((least_gap(&body, &courier).unwrap().distance - 5_000.0).abs() < 1e-9);
    }

    #[test]
    fn stands_may_face_other_ways() {
        let square = Layout {
            stands: [(0, 0), (90_000, 10_000)]
                .map(|(turn, right)| Stand {
                    right,
                    forward: 0,
                    width: 10_000,
                    depth: 4_000,
                    turn: Turn(turn),
                })
                .into_iter()
                .collect(),
        };
        let body = square.at(pose(5.0, 5.0, 0.0));
        assert_eq!(body.rects[1].front_middle(), at(6.2, 5.0).vec2());
        assert_eq!(square.bounds(), Some([vec2(-5_000.0, -5_000.0), vec2(12_000.0, 5_000.0)]));
    }

    #[test]
    fn a_layout_is_read_and_written() {
        let written = r#"[{"right":0,"forward":-5000,"width":10000,"depth":10000}]"#;
        let read: Layout = serde_json::from_str(written).unwrap();
        assert_eq!(read, Layout::ranks(1, 1, 10_000, 10_000));
        assert!(serde_json::from_str::<Layout>(r#"[{"right":0,"size":3}]"#).is_err());
    }

    #[test]
    fn absurd_sizes_do_no_harm() {
        let _ = Layout::ranks(u8::MAX, 0, i32::MAX, i32::MIN).at(pose(0.0, 0.0, 0.0));
    }
}
