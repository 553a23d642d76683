//! The page around the sections.

use super::map::{Drawing, maps};
use super::plot::escaped;
use super::sections;
use crate::summary::Summary;

const STYLE: &str = "
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: #f6edd6; color: #33261a;
  font: 16px/1.5 Georgia, 'DejaVu Serif', serif; }
h1, h2 { font-weight: normal; font-variant: small-caps; letter-spacing: .03em; border-bottom: 3px double #4a3a26; }
h1 { font-size: 2.1rem; } h2 { font-size: 1.4rem; margin-top: 2.2rem; }
p.answer { font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: right; padding: .2rem .5rem; border-bottom: 1px solid #c9b78f; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: normal; font-style: italic; vertical-align: bottom; }
tr.most td { font-weight: bold; }
svg.plot { width: 100%; height: auto; font: 12px Georgia, 'DejaVu Serif', serif; fill: #33261a; margin: .6rem 0; }
svg .grid { stroke: #d8c79e; fill: none; } svg .axis { stroke: #4a3a26; fill: none; }
svg .what { font-style: italic; }
figure { margin: 1rem 0; } figure svg { width: 100%; height: auto; border: 1px solid #4a3a26; }
figcaption, .small { font-size: .88rem; font-style: italic; }
.corps { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
.key span { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 1em; }
@media print { body { background: #fff; max-width: none; } h2 { break-after: avoid; }
  svg, figure, table { break-inside: avoid; } }
@media (max-width: 40rem) { .corps { grid-template-columns: 1fr; } table { font-size: .8rem; } }
";

/// The report of a run, with the table drawn if there is a drawing.
pub fn report(summary: &Summary, drawing: Option<&Drawing>) -> String {
    let title = format!("{}: {} battles", summary.scenario, summary.battles);
    let map = drawing.map_or_else(String::new, |drawing| {
        format!("<h2>Where they stood and broke</h2>\n{}", maps(summary, drawing))
    });
    let parts = [
        sections::head(summary),
        sections::who_wins(summary),
        sections::length(summary),
        sections::ended_by(summary),
        sections::losses(summary),
        map,
        sections::terrain(summary),
        sections::luck(summary),
        sections::behaviour(summary),
        sections::failed(summary),
    ];
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        parts.concat(),
        title = escaped(&title),
    )
}
