//! The sections of the report.

use super::plot::{INK, bars, curves, escaped, percent, shares, shown};
use crate::stats::Interval;
use crate::summary::{Summary, TerrainSummary};
use std::fmt::Write as _;
use umpire::book;

/// What was fought.
pub(super) fn head(s: &Summary) -> String {
    let players = if s.red == s.blue {
        format!("both sides played by {}", s.red)
    } else {
        format!("{} (Red) against {} (Blue), seats exchanged on every seed", s.red, s.blue)
    };
    format!(
        "<h1>{}</h1>\n<p>{} of {}, {} against {}: {}. Seed {}, {} plans a choice.</p>\n",
        escaped(&s.scenario),
        counted(s.battles, "battle"),
        escaped(&s.game),
        escaped(&s.sides[0]),
        escaped(&s.sides[1]),
        escaped(&players),
        short(&s.seed),
        s.work
    )
}

/// Who wins, and is the first side favoured?
pub(super) fn who_wins(s: &Summary) -> String {
    let [a, b] = &s.sides;
    let mut rows = vec![(a.clone(), s.share), (b.clone(), s.share.map(turned))];
    rows.push(("the side that moves first".to_owned(), s.first));
    if let Some(red) = s.red_share {
        rows.push((format!("Red ({})", s.red), Some(red)));
    }
    format!(
        "<h2>Who wins</h2>\n<p class=\"answer\">{}</p>\n{}<table><tr><th></th><th>won</th><th>share, 95 % interval</th>\
         </tr><tr><td>{}</td><td>{}</td><td>{}</td></tr><tr><td>{}</td><td>{}</td><td>{}</td></tr>\
         <tr><td>drawn</td><td>{}</td><td></td></tr><tr><td>first side</td><td></td><td>{}</td></tr></table>\n\
         <p class=\"small\">A draw counts half for each. The intervals are Wilson's.</p>\n",
        favoured(s),
        shares("Shares of the battles", &rows),
        escaped(a),
        s.won[0],
        shown(s.share),
        escaped(b),
        s.won[1],
        shown(s.share.map(turned)),
        s.draws,
        shown(s.first),
    )
}

/// The same share for the other side.
fn turned(share: Interval) -> Interval {
    Interval { value: 1.0 - share.value, low: 1.0 - share.high, high: 1.0 - share.low }
}

fn favoured(s: &Summary) -> String {
    let Some(first) = s.first else { return "No battle was fought to its end.".to_owned() };
    let what = if first.low > 0.5 {
        "is favoured"
    } else if first.high < 0.5 {
        "is at a disadvantage"
    } else {
        "is neither favoured nor at a disadvantage that could be told from chance"
    };
    format!("The side that moves first {what}: it wins {}.", shown(Some(first)))
}

pub(super) fn length(s: &Summary) -> String {
    let Some(length) = &s.length else { return String::new() };
    let counts: Vec<(i64, Vec<u64>)> =
        length.counts.iter().map(|(turns, n)| (i64::from(*turns), vec![*n])).collect();
    format!(
        "<h2>How long</h2>\n<p>A battle takes {:.1} turns on average; half of them take no more than {:.0}.</p>\n{}",
        length.mean,
        length.median,
        bars("Battles by their length", "turns", "battles", &counts)
    )
}

pub(super) fn ended_by(s: &Summary) -> String {
    let mut out = format!(
        "<h2>What ended them</h2>\n<table><tr><th>rule</th><th>battles</th><th>won by {}</th><th>won by {}</th>\
         <th>drawn</th></tr>",
        escaped(&s.sides[0]),
        escaped(&s.sides[1])
    );
    for (rule, [a, b, draws]) in &s.ended_by {
        let _ = write!(
            out,
            "<tr><td>{}{}</td><td>{}</td><td>{a}</td><td>{b}</td><td>{draws}</td></tr>",
            escaped(rule),
            book::find(rule).map_or_else(String::new, |rule| format!(": {}", escaped(&begun(rule.text)))),
            a + b + draws
        );
    }
    out + "</table>\n"
}

/// The beginning of a rule's text: enough to know it by.
fn begun(text: &str) -> String {
    match text.char_indices().nth(90) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}

pub(super) fn losses(s: &Summary) -> String {
    let mut out = format!(
        "<h2>Losses</h2>\n<p class=\"key\">Hits so far when each turn begins: the middle battle, and the band in which \
         four battles of five lie. A battle that is over stays as it ended.<span style=\"background:{}\"></span>{}\
         <span style=\"background:{}\"></span>{}</p>\n",
        INK[0],
        escaped(&s.sides[0]),
        INK[1],
        escaped(&s.sides[1])
    );
    let [a, b] = &s.losses;
    out += &curves("Hits on both sides", "turn", "hits", &[(INK[0], a), (INK[1], b)]);
    if let Some(means) = &s.means {
        out += "<table><tr><th></th><th>units</th><th>broken</th><th>lost in any way</th><th>hits</th>\
                <th>objectives at the end</th></tr>";
        for (name, m) in s.sides.iter().zip(means) {
            let _ = write!(
                out,
                "<tr><td>{}</td><td>{:.1}</td><td>{:.2}</td><td>{:.2}</td><td>{:.2}</td><td>{:.2}</td></tr>",
                escaped(name),
                m.units,
                m.broken,
                m.lost,
                m.hits,
                m.objectives
            );
        }
        out += "</table>\n";
    }
    out += "<div class=\"corps\">\n";
    for corps in &s.corps {
        let side = usize::from(corps.side.min(1));
        let name = if corps.corps.is_empty() { "Units of no corps" } else { &corps.corps };
        let title = format!("{name}, {}: {:.2} units lost", s.sides[side], corps.lost);
        let _ = write!(
            out,
            "<figure>{}<figcaption>{}</figcaption></figure>",
            curves(&title, "turn", "hits", &[(INK[side], &corps.hits)]),
            escaped(&title)
        );
    }
    out + "</div>\n"
}

/// Which piece of terrain matters most?
pub(super) fn terrain(s: &Summary) -> String {
    if s.terrain.is_empty() {
        return String::new();
    }
    let [a, b] = s.sides.each_ref().map(|side| escaped(side));
    let most = s.terrain.iter().find(|piece| Some(piece.terrain) == s.matters_most);
    let answer = most.map_or_else(
        || "For no piece of terrain can be told from chance that holding it goes with winning.".to_owned(),
        |piece| {
            format!(
                "{} matters most: of the battles in which {a} held it in the middle {a} won {}, of those in which {b} \
                 held it {}.",
                escaped(&piece.name),
                shown(piece.middle[0].share),
                shown(piece.middle[1].share)
            )
        },
    );
    let mut out = format!(
        "<h2>Which terrain matters</h2>\n<p class=\"answer\">{answer}</p>\n<p class=\"small\">A piece is held by the \
         side with more units on it or within half a unit of length of it; <i>r</i> is the correlation of its holder \
         when the middle turn begins with the winner: 0 says that holding it tells nothing, 1 that its holder always \
         wins, −1 that he always loses. That does not prove that holding it wins: who is winning stands in more \
         places. A piece is named above if <i>r</i> is more than three standard errors from 0; it is not given where \
         fewer than twenty battles had another holder than the usual one.</p>\n\
         <table><tr><th>piece</th><th>turns held by {a}</th><th>by {b}</th><th>units broken on it</th>\
         <th>{a}’s share if {a} holds it in the middle</th><th>if {b} does</th><th>difference</th>\
         <th><i>r</i>, 95 % interval</th></tr>"
    );
    for piece in &s.terrain {
        out += &terrain_row(piece, Some(piece.terrain) == s.matters_most);
    }
    out + "</table>\n"
}

fn terrain_row(piece: &TerrainSummary, most: bool) -> String {
    let middle = |n: usize| {
        let held = &piece.middle[n];
        held.share.map_or_else(|| "–".to_owned(), |s| format!("{} of {}", percent(s.value), held.battles))
    };
    let difference = piece.difference.map_or_else(
        || "–".to_owned(),
        |d| format!("{:+.1} ({:+.1} to {:+.1})", d.value * 100.0, d.low * 100.0, d.high * 100.0),
    );
    let r = piece.with_winning;
    let r = r.map_or_else(|| "–".to_owned(), |r| format!("{:.2} ({:.2} to {:.2})", r.value, r.low, r.high));
    format!(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td><td>{}</td><td>{difference}</td>\
         <td>{r}</td></tr>\n",
        if most { " class=\"most\"" } else { "" },
        escaped(&piece.name),
        percent(piece.held[0]),
        percent(piece.held[1]),
        piece.fell[0] + piece.fell[1],
        middle(0),
        middle(1)
    )
}

pub(super) fn luck(s: &Summary) -> String {
    let (Some(luck), Some(means)) = (&s.luck, &s.means) else { return String::new() };
    let counts: Vec<(i64, Vec<u64>)> = luck.counts.iter().map(|(value, n)| (*value, vec![*n])).collect();
    let class = |c: &crate::summary::LuckClass| (format!("luck {:+.1} to {:+.1}", c.from, c.to), c.share);
    let classes: Vec<(String, Option<Interval>)> = luck.classes.iter().map(class).collect();
    let r = luck.with_winning;
    format!(
        "<h2>Luck</h2>\n<p>Luck is what a side’s dice gave beyond what such dice give on average, by exact odds: hits \
         of fire and successes in combat. On average it was {:+.2} for {a} and {:+.2} for {b} in a battle; the \
         difference usually lies within {:.1} of 0, and its correlation with winning is {}.</p>\n{}\
         <p>{a}’s share of the battles, by how much luckier they were than {b}:</p>\n{}",
        means[0].luck.value,
        means[1].luck.value,
        luck.spread,
        r.map_or_else(|| "unknown".to_owned(), |r| format!("{:.2} ({:.2} to {:.2})", r.value, r.low, r.high)),
        bars("Battles by luck", "luck of the first side less that of the second", "battles", &counts),
        shares("Share of the battles by luck", &classes),
        a = escaped(&s.sides[0]),
        b = escaped(&s.sides[1]),
    )
}

pub(super) fn behaviour(s: &Summary) -> String {
    let mut out =
        "<h2>How they behaved</h2>\n<table><tr><th></th><th>units that fought</th><th>turns without action\
                   </th><th>charges a turn</th><th>charges below 40 %</th></tr>"
            .to_owned();
    for (name, b) in s.sides.iter().zip(&s.behaviour) {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td></tr>",
            escaped(name),
            percent(b.fought),
            percent(b.idle),
            b.charges,
            percent(b.rash)
        );
    }
    out + "</table>\n"
}

/// Battles that did not end as battles end.
pub(super) fn failed(s: &Summary) -> String {
    if s.failed == 0 {
        return String::new();
    }
    let mut out = format!(
        "<h2>What went wrong</h2>\n<p>{} did not end and are not counted above.</p><ul>",
        counted(s.failed, "battle")
    );
    for (battle, note) in &s.notes {
        let _ = write!(out, "<li>battle {battle}: {}</li>", escaped(note));
    }
    out + "</ul>\n"
}

fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A seed without the zeros before it.
fn short(seed: &str) -> &str {
    let short = seed.trim_start_matches('0');
    if short.is_empty() { "0" } else { short }
}
