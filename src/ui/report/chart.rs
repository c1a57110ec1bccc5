//! Charts of win rate and lead over the moves of a game, in SVG.

use super::course::Standing;
use crate::ui::language::Words;
use maud::{Markup, html};
use std::fmt::Write;

const WIDTH: f64 = 700.0;
const HEIGHT: f64 = 170.0;
/// Width of the axis labels.
pub(super) const LEFT: f64 = 40.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 22.0;
/// Width of the plot area.
pub(super) const BREADTH: f64 = WIDTH - LEFT - RIGHT;

/// Formats Black's win rate and lead at each position, in the order of the charts.
pub(super) fn values(course: &[Standing]) -> [Vec<String>; 2] {
    let percent = |at: &Standing| format!("{:.0} %", 100.0 * at.winrate);
    let points = |at: &Standing| format!("{:+.1}", (10.0 * at.lead).round() / 10.0 + 0.0);
    [
        course.iter().map(percent).collect(),
        course.iter().map(points).collect(),
    ]
}

/// Draws win rate and lead after each move.
pub(super) fn charts(course: &[Standing], words: &Words) -> Markup {
    let moves = course.len().saturating_sub(1).max(1);
    let most = course
        .iter()
        .fold(5.0, |most: f64, at| most.max(at.lead.abs()));
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];
    let step = step
        .into_iter()
        .find(|step| most / step <= 3.0)
        .unwrap_or(500.0);
    let most = (most / step).ceil() * step;
    let x = |index: usize| LEFT + BREADTH * index as f64 / moves as f64;
    let y = |share: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share.clamp(0.0, 1.0));
    let winrates: Vec<(f64, f64)> = (0..)
        .zip(course)
        .map(|(index, at)| (x(index), y(at.winrate)))
        .collect();
    let share = |lead: f64| (lead / most + 1.0) / 2.0;
    let leads: Vec<(f64, f64)> = (0..)
        .zip(course)
        .map(|(index, at)| (x(index), y(share(at.lead))))
        .collect();
    let percents = [0.0, 0.25, 0.5, 0.75, 1.0];
    let percents = percents.map(|share| (y(share), format!("{}%", share * 100.0)));
    let count = (most / step) as i32;
    let points = (-count..=count).map(|number| f64::from(number) * step);
    let points: Vec<(f64, String)> = points
        .map(|lead| {
            (
                y(share(lead)),
                if lead == 0.0 {
                    "0".to_owned()
                } else {
                    format!("{lead:+}")
                },
            )
        })
        .collect();
    html! {
        h3 { (words.winrate) }
        (chart(words.winrate, moves, &percents, &winrates, true))
        h3 { (words.lead) }
        (chart(words.lead, moves, &points, &leads, false))
    }
}

/// Draws one curve over the moves, with grid lines at `heights`.
///
/// With `sides`, each side's share is filled in its color.
fn chart(
    name: &str,
    moves: usize,
    heights: &[(f64, String)],
    curve: &[(f64, f64)],
    sides: bool,
) -> Markup {
    let mut line = String::new();
    for (index, (x, y)) in curve.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        _ = write!(line, "{letter}{x:.1} {y:.1}");
    }
    let (floor, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let area = format!("{line}L{right} {floor}L{LEFT} {floor}z");
    let every = [5, 10, 20, 50, 100, 200, 500];
    let every = every
        .into_iter()
        .find(|every| moves / every <= 8)
        .unwrap_or(1_000);
    html! {
        svg class="chart" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(name) {
            @if sides {
                rect class="white" x=(LEFT) y=(TOP) width=(BREADTH) height=(floor - TOP) {}
                path class="black" d=(area) {}
            }
            @for (y, label) in heights {
                @let middle = (y - (TOP + floor) / 2.0).abs() < 0.01;
                line class=(if middle { "middle" } else { "grid" }) x1=(LEFT) x2=(right) y1=(y) y2=(y) {}
                text x=(LEFT - 5.0) y=(y + 4.0) text-anchor="end" { (label) }
            }
            @for number in (0..=moves).step_by(every) {
                @let x = LEFT + BREADTH * number as f64 / moves as f64;
                text x=(x) y=(HEIGHT - 6.0) text-anchor="middle" { (number) }
            }
            @if !sides { path class="curve" d=(line) {} }
            rect class="frame" x=(LEFT) y=(TOP) width=(BREADTH) height=(floor - TOP) {}
            line class="cursor" x1="0" x2="0" y1=(TOP) y2=(floor) {}
            line class="pointer" x1="0" x2="0" y1=(TOP) y2=(floor) {}
            text class="value" x=(right - 4.0) y=(TOP + 12.0) text-anchor="end" {}
        }
    }
}
