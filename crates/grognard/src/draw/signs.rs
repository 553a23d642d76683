//! Signs that are drawn many times: trees, rocks, furrows, reeds, stars.

use super::ink::{Sheet, n, through};
use table::heading::Heading;
use table::vec2::Vec2;

/// The definitions that the map refers to.
pub(super) fn defs(sheet: Sheet) -> String {
    // The signs are drawn for 60 to a unit of length.
    let scale = format!("scale({:.3})", sheet.unit() / 60.0);
    let (w, h) = (n(sheet.size.x), n(sheet.size.y));
    format!(
        r##"<defs>
<clipPath id="table"><rect width="{w}" height="{h}"/></clipPath>
<radialGradient id="paper" cx=".5" cy=".45" r=".8"><stop offset="0" stop-color="#f7efd9"/><stop offset=".7" stop-color="#f1e6c8"/><stop offset="1" stop-color="#e6d6ae"/></radialGradient>
<pattern id="furrows" width="14" height="7" patternUnits="userSpaceOnUse" patternTransform="{scale} rotate(-18)"><path d="M0 2H14" stroke="#a9824a" stroke-width="1.1"/><path d="M0 5.5H9" stroke="#c9a86a" stroke-width=".7"/></pattern>
<pattern id="reeds" width="26" height="16" patternUnits="userSpaceOnUse" patternTransform="{scale}"><path d="M2 5H15M12 13H24" stroke="#6b9bb0" stroke-width="1.2"/><path d="M7 5L4.5 0M8.5 5V-1M10 5L12.5 0M16 13L13.5 8M17.5 13V7M19 13L21.5 8" stroke="#5f7d45" stroke-width=".9"/></pattern>
<g id="tree" transform="{scale}"><ellipse cx="3" cy="5" rx="9" ry="4.5" fill="#5d6b3f" opacity=".35"/><path d="M-1 1V6" stroke="#5a4630" stroke-width="1.6"/><circle cx="-4" cy="0" r="4.8" fill="#6f8c4c"/><circle cx="3.5" cy="0" r="5" fill="#627f43"/><circle cx="-.5" cy="-4" r="5" fill="#7d9a57"/><path d="M-8 1.5A4.8 4.8 0 0 0 -1 3.5M8.2 1.5A5 5 0 0 1 1.5 4.2" fill="none" stroke="#3f5530" stroke-width=".9"/></g>
<g id="rock" transform="{scale}"><path d="M-7 4L-4 -4L1 -6L5 -1L7 4Z" fill="#c9bda3" stroke="#6a5c48" stroke-width="1"/><path d="M1 -6L2 4M2 -1L5 -1" fill="none" stroke="#6a5c48" stroke-width=".8"/></g>
</defs>
"##
    )
}

/// The `d` of a star with five points.
pub(super) fn star(at: Vec2, radius: f64) -> String {
    let corner = |i: i32| {
        let out = if i % 2 == 0 { radius } else { radius * 0.42 };
        let v = Heading::from(36_000 * i).vector();
        at + Vec2 { x: v.x, y: -v.y } * out
    };
    through(&(0..10).map(corner).collect::<Vec<_>>(), true)
}
