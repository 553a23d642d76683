//! Names. The log says them again and again: a long one would make every line long.

use super::read::Reader;
use super::written::Written;
use std::ops::Range;

/// The longest name, in bytes.
const LONGEST_NAME: usize = 100;

impl Reader<'_> {
    /// Everything that has a name, in the order of the file's form.
    pub(super) fn names(&mut self, written: &Written) {
        self.name(&self.line_of("", "title"), "title", &written.title);
        for (i, piece) in written.terrain.iter().enumerate() {
            self.name(&piece.span(), &format!("terrain[{i}].name"), &piece.get_ref().name);
        }
        for (i, side) in written.side.iter().enumerate() {
            let (span, side) = (side.span(), side.get_ref());
            self.name(&span, &format!("side[{i}].name"), &side.name);
            self.name(&span, &format!("side[{i}].flag"), side.flag.as_deref().unwrap_or_default());
        }
        for (i, unit) in written.unit.iter().enumerate() {
            let (span, unit) = (unit.span(), unit.get_ref());
            self.name(&span, &format!("unit[{i}].name"), &unit.name);
            self.name(&span, &format!("unit[{i}].corps"), unit.corps.as_deref().unwrap_or_default());
        }
        for (i, unit) in written.pickup.iter().flat_map(|pickup| &pickup.unit).enumerate() {
            let (span, unit) = (unit.span(), unit.get_ref());
            self.name(&span, &format!("pickup.unit[{i}].name"), &unit.name);
            self.name(&span, &format!("pickup.unit[{i}].corps"), unit.corps.as_deref().unwrap_or_default());
        }
    }

    fn name(&mut self, span: &Range<usize>, field: &str, name: &str) {
        if name.len() > LONGEST_NAME {
            let sentence = format!("a name has at most {LONGEST_NAME} bytes, not {}", name.len());
            self.problem(span, field, sentence);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::read;
    use umpire::Problem;

    /// A small battle with these names in every place that has one; what the names are begins on line 2.
    fn battle(name: &str) -> String {
        format!(
            "turns = 3\ntitle = \"{name}\"\n\n\
             [[side]]\nname = \"{name}\"\nflag = \"{name}\"\n[[side]]\nname = \"Allies\"\n\n\
             [[terrain]]\nkind = \"urban\"\nname = \"{name}\"\nat = [12.0, 8.0]\nheading = 0.0\n\n\
             [[unit]]\nside = 0\nname = \"{name}\"\ncorps = \"{name}\"\narm = \"infantry\"\nelan = 6\n\
             at = [4.0, 3.0]\nheading = 0.0\n"
        )
    }

    fn told(text: &str) -> Vec<(Option<u32>, String)> {
        let told = |problem: &Problem| {
            assert!(problem.sentence.contains("at most 100 bytes, not 101"), "{problem}");
            (problem.line, problem.field.clone())
        };
        read(text).map(drop).err().unwrap_or_default().iter().map(told).collect()
    }

    #[test]
    fn a_name_has_at_most_a_hundred_bytes() {
        // An umlaut has two bytes.
        assert_eq!(told(&battle(&("ü".repeat(49) + "xx"))), []);
        let long = "ü".repeat(50) + "x";
        let expected = [
            (2, "title"),
            (10, "terrain[0].name"),
            (4, "side[0].name"),
            (4, "side[0].flag"),
            (16, "unit[0].name"),
            (16, "unit[0].corps"),
        ];
        assert_eq!(told(&battle(&long)), expected.map(|(line, field)| (Some(line), field.to_owned())));
    }

    #[test]
    fn so_has_a_name_of_a_pickup_army() {
        let unit = |side: u8, name: &str| {
            format!(
                "[[pickup.unit]]\nside = {side}\nname = \"{name}\"\ncorps = \"{name}\"\n\
                 arm = \"infantry\"\nelan = 6\n"
            )
        };
        let armies = |name: &str| {
            format!(
                "title = \"t\"\n[[side]]\nname = \"a\"\n[[side]]\nname = \"b\"\n{}{}",
                unit(0, "x"),
                unit(1, name)
            )
        };
        assert_eq!(told(&armies(&"x".repeat(100))), []);
        let expected = [(12, "pickup.unit[1].name"), (12, "pickup.unit[1].corps")];
        assert_eq!(
            told(&armies(&"x".repeat(101))),
            expected.map(|(line, field)| (Some(line), field.to_owned()))
        );
    }
}
