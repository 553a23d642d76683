//! Scenarios that ask for too much are refused at once, with a sentence.

use crate::scenario::read;

/// So many pieces of terrain, all alike.
fn ground(count: usize, piece: &str) -> String {
    let pieces = vec![piece; count].join(",");
    format!("title = \"t\"\nside = [{{name = \"a\"}}, {{name = \"b\"}}]\nterrain = [{pieces}]\n")
}

const BASE: &str = "{kind = \"urban\", at = [5.0, 5.0], heading = 0.0}";

#[test]
fn bl_urb_05_a_thousand_bases_in_one_place_are_refused_at_once() {
    // Each but the first lies on another, and none shares exactly one edge with the first.
    let problems = read(&ground(1000, BASE)).err().unwrap_or_default();
    assert_eq!(problems.len(), 2 * 999);
    let about = |what: &str| problems.iter().filter(|problem| problem.sentence.contains(what)).count();
    assert_eq!((about("lies on another"), about("no full edge")), (999, 999));
}

#[test]
fn bl_ter_02_more_terrain_than_a_table_holds_is_one_problem() {
    let problems = read(&ground(1001, BASE)).err().unwrap_or_default();
    let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(fields, ["terrain"]);
}
