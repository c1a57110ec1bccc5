//! Analysis commands: the arguments of KataGo and Leela Zero.

use super::entity::{color, number, unsigned, vertex};
use crate::engine::search::Ban;
use crate::go::color::Color;
use crate::go::point::{MAX_SIDE, Move, PointSet, Size};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map, opt, success, value, verify};
use nom::multi::{separated_list0, separated_list1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::time::Duration;

/// The time between reports of an analysis that runs until it is stopped.
const USUAL_INTERVAL: Duration = Duration::from_millis(500);

/// The format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Leela Zero: probabilities in ten-thousandths.
    Leela,
    /// KataGo: probabilities from 0 to 1, and the lead.
    Kata,
    /// The CGOS server: a JSON object.
    Cgos,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To report until the next line of input.
    Watching,
    /// To find a move.
    Finding,
    /// To find a move, unless another line of input comes first.
    FindingUnlessCancelled,
    /// To find a move and play it.
    Playing,
}

/// A search with reports, as requested by a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The format of reports.
    pub dialect: Dialect,
    /// The purpose of the search.
    pub purpose: Purpose,
    /// The color to move; the side to move if `None`.
    pub color: Option<Color>,
    /// The requested time between reports.
    interval: Option<Duration>,
    /// The fewest moves of a report.
    pub min_moves: usize,
    /// The most moves of a report.
    pub max_moves: usize,
    /// Moves that are not searched.
    pub bans: Vec<Ban>,
    /// True to report the playouts of each move of a variation.
    pub variation_playouts: bool,
    /// True to report the root.
    pub root: bool,
    /// True to report the ownership of each point.
    pub ownership: bool,
    /// True to report the standard deviation of the ownership.
    pub deviation: bool,
    /// True to report the ownership of each point after each move.
    pub moves_ownership: bool,
    /// True to report the standard deviation of the ownership after each move.
    pub moves_deviation: bool,
}

/// A setting and its value.
#[derive(Clone, Debug)]
enum Setting {
    Interval(f64),
    MinMoves(u32),
    MaxMoves(u32),
    Ban(Ban),
    VariationPlayouts(bool),
    Root(bool),
    Ownership(bool),
    Deviation(bool),
    MovesOwnership(bool),
    MovesDeviation(bool),
    /// A setting of KataGo that this engine cannot report.
    Unknown,
}

/// Reads the arguments of an analysis command.
///
/// These are an optional color, an optional interval in hundredths of a second, and settings.
pub fn analysis(dialect: Dialect, purpose: Purpose) -> impl Fn(&str) -> IResult<&str, Analysis> {
    move |input| {
        let end = || alt((tag(" "), all_consuming(success(""))));
        let arguments = (
            opt(terminated(color, end())),
            opt(terminated(unsigned, end())),
            separated_list0(char(' '), setting),
        );
        let analysis = |(color, interval, settings): (_, Option<f64>, Vec<Setting>)| {
            let interval = interval.map(Setting::Interval);
            interval
                .into_iter()
                .chain(settings)
                .fold(Analysis::new(dialect, purpose, color), Analysis::with)
        };
        map(arguments, analysis).parse(input)
    }
}

/// Reads the name of a setting and its values.
fn setting(input: &str) -> IResult<&str, Setting> {
    let switch = |i| alt((value(true, tag("true")), value(false, tag("false")))).parse(i);
    alt((
        preceded(tag("interval "), unsigned).map(Setting::Interval),
        preceded(tag("minmoves "), number).map(Setting::MinMoves),
        preceded(tag("maxmoves "), number).map(Setting::MaxMoves),
        ban.map(Setting::Ban),
        preceded(tag("pvVisits "), switch).map(Setting::VariationPlayouts),
        preceded(tag("rootInfo "), switch).map(Setting::Root),
        preceded(tag("ownership "), switch).map(Setting::Ownership),
        preceded(tag("ownershipStdev "), switch).map(Setting::Deviation),
        preceded(tag("movesOwnership "), switch).map(Setting::MovesOwnership),
        preceded(tag("movesOwnershipStdev "), switch).map(Setting::MovesDeviation),
        // The search does not keep how many games end without a result.
        value(Setting::Unknown, preceded(tag("noResultValue "), switch)),
    ))
    .parse(input)
}

/// Reads `avoid` or `allow`, a color, vertices separated by commas, and a search depth in moves.
fn ban(input: &str) -> IResult<&str, Ban> {
    let words = (
        alt((value(false, tag("avoid ")), value(true, tag("allow ")))),
        color,
        preceded(char(' '), separated_list1(char(','), vertex)),
        preceded(char(' '), verify(number, |&depth| depth > 0)),
    );
    words
        .map(|(is_allowed, color, moves, depth)| {
            let named: PointSet = moves.iter().filter_map(|to| to.point()).collect();
            let passes = moves.contains(&Move::Pass);
            Ban {
                color,
                points: if is_allowed {
                    all_points() - named
                } else {
                    named
                },
                passes: passes != is_allowed,
                depth: depth as usize,
            }
        })
        .parse(input)
}

/// Returns the points of the largest board.
fn all_points() -> PointSet {
    Size::square(MAX_SIDE).expect("the largest board").all()
}

impl Analysis {
    fn new(dialect: Dialect, purpose: Purpose, color: Option<Color>) -> Analysis {
        Analysis {
            dialect,
            purpose,
            color,
            interval: None,
            min_moves: 0,
            max_moves: usize::MAX,
            bans: Vec::new(),
            variation_playouts: false,
            root: false,
            ownership: dialect == Dialect::Cgos,
            deviation: false,
            moves_ownership: false,
            moves_deviation: false,
        }
    }

    fn with(mut self, setting: Setting) -> Analysis {
        match setting {
            Setting::Interval(hundredths) => {
                let seconds = (hundredths / 100.0).clamp(0.01, 1e6);
                self.interval = Some(Duration::from_secs_f64(seconds));
            }
            Setting::MinMoves(moves) => self.min_moves = moves as usize,
            Setting::MaxMoves(moves) => self.max_moves = moves as usize,
            Setting::Ban(ban) => self.bans.push(ban),
            Setting::VariationPlayouts(wanted) => self.variation_playouts = wanted,
            Setting::Root(wanted) => self.root = wanted,
            Setting::Ownership(wanted) => self.ownership = wanted,
            Setting::Deviation(wanted) => self.deviation = wanted,
            Setting::MovesOwnership(wanted) => self.moves_ownership = wanted,
            Setting::MovesDeviation(wanted) => self.moves_deviation = wanted,
            Setting::Unknown => {}
        }
        self
    }

    /// Returns the time between reports.
    ///
    /// A search for a move reports only once unless an interval is given.
    pub fn interval(&self) -> Duration {
        let usual = match self.purpose {
            Purpose::Watching => USUAL_INTERVAL,
            Purpose::Finding | Purpose::FindingUnlessCancelled | Purpose::Playing => Duration::MAX,
        };
        self.interval.unwrap_or(usual)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::point::Point;

    fn read(text: &str) -> Option<Analysis> {
        let reader = analysis(Dialect::Kata, Purpose::Watching);
        all_consuming(reader)
            .parse(text)
            .ok()
            .map(|(_, analysis)| analysis)
    }

    fn point(column: u8, row: u8) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn what_controllers_send_is_read() {
        for text in [
            "",
            "b",
            "W",
            "white 50",
            "50",
            "B 50 ownership true",
            "interval 10",
            "b interval 3.5",
            "B 50 movesOwnership true ownership true noResultValue false",
        ] {
            assert!(read(text).is_some(), "{text}");
        }
        let kata =
            read("w 20 rootInfo true ownership true pvVisits true minmoves 3 maxmoves 7").unwrap();
        assert_eq!(
            (kata.color, kata.interval()),
            (Some(Color::White), Duration::from_millis(200))
        );
        assert_eq!((kata.min_moves, kata.max_moves), (3, 7));
        assert!(kata.root && kata.ownership && kata.variation_playouts);
        assert!(!kata.moves_ownership && !kata.moves_deviation);
        let moves = read("movesOwnership true movesOwnershipStdev true").unwrap();
        assert!(moves.moves_ownership && moves.moves_deviation);
        let zen = read("b avoid w d4,pass 3 allow b q16,q4 1").unwrap();
        assert!(zen.bans[0].points.contains(point(4, 4)) && zen.bans[0].passes);
        assert_eq!((zen.bans[0].color, zen.bans[0].depth), (Color::White, 3));
        assert!(!zen.bans[1].points.contains(point(16, 16)) && zen.bans[1].passes);
        assert!(zen.bans[1].points.contains(point(3, 3)));
        for text in [
            "x",
            "b b",
            "b 50 50",
            "ownership",
            "ownership maybe",
            "avoid d4 1",
            "avoid b d4",
            "b nosuch 1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
