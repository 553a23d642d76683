//! Rules of different sections that meet in one situation.

use crate::step::{Leg, Order};
use crate::testing::field;
use table::heading::Heading;
use table::point::at;

#[test]
fn bl_rsv_08_a_road_that_is_drawn_through_a_town_stops_at_it() {
    // BL-AMB-25. The base covers y 5.45 to 6.55.
    let field = field("A blue inf 5,3,0 concealed; urban 5,6,0; road 5,1 5,12 w=0.3; X red inf 20,12,180");
    let refused = |to: f64| {
        let legs = vec![Leg { to: at(5.0, to), road: true }];
        let order = Order::Reserve { legs, heading: Heading::NORTH, leave: false };
        field.refused(&field.order("A", order))
    };
    assert_eq!(refused(10.0), ["BL-RSV-08"], "through it");
    assert_eq!(refused(6.0), ["BL-RSV-08"], "into it");
    assert_eq!(refused(5.45), Vec::<String>::new(), "up to it");
}

#[test]
fn bl_amb_47_a_unit_under_another_sees_nothing_and_does_not_charge() {
    // A comes to lie over the centerpoint of B; without that B charges.
    let field = field("A blue inf 5,5,0 corps=I; B blue cav 5,6.1,0 corps=I; X red inf 5,8,180");
    let force = field.corps("I", &["A", "B"]);
    let over = Order::Simple { heading: Heading::NORTH, length: 13_000, sense: None, leave: false };
    let stacked = field.and(force.clone(), "A", over);
    assert_eq!(field.refused(&field.and(stacked, "B", field.charge_order(0.0, "X"))), ["BL-CHG-03"]);
    assert_eq!(field.refused(&field.and(force, "B", field.charge_order(0.0, "X"))), Vec::<String>::new());
}
