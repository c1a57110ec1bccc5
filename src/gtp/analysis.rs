//! What a search finds, told while it goes on: how that is asked for, and the lines that answer.
//!
//! Sabaki's parser sets the form of KataGo's and Leela Zero's lines: pairs of a key and a value, the line
//! of play last, and nothing after it that was not asked for.

use super::command::arguments::{color, number, unsigned, vertex};
use crate::color::{Color, PerColor};
use crate::engine::owner;
use crate::point::{Move, Point, PointSet, Size};
use crate::search::{Ban, Candidate, SearchResult};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map, opt, success, value};
use nom::multi::separated_list0;
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// How often a search that has no other end tells what it has found.
const USUAL_INTERVAL: Duration = Duration::from_millis(500);

/// In whose words the lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Leela Zero's: probabilities are whole numbers of ten-thousandths.
    Leela,
    /// KataGo's: probabilities are from 0 to 1, and the lead is told.
    Kata,
    /// That of the server CGOS: a JSON object.
    Cgos,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be watched until another line comes in.
    Watching,
    /// To find a move.
    Finding,
    /// To find a move, unless another line comes in.
    FindingUnlessCancelled,
    /// To find a move and play it.
    Playing,
}

/// A search to be watched, as a command asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// In whose words.
    pub dialect: Dialect,
    /// What for.
    pub purpose: Purpose,
    /// Whose move; that of the side to play if it is not said.
    pub color: Option<Color>,
    /// Time from line to line.
    interval: Option<Duration>,
    /// The fewest moves of a line.
    pub least_moves: usize,
    /// The most moves of a line.
    most_moves: usize,
    /// What not to look at.
    pub bans: Vec<Ban>,
    /// Whether the playouts behind each move of a line of play are told.
    line_playouts: bool,
    /// Whether the whole is told too.
    root: bool,
    /// Whether it is told whose each point will be.
    ownership: bool,
    /// Whether it is told how much the playouts differ in that.
    deviation: bool,
}

/// What is set by a word and its values.
#[derive(Clone, Debug)]
enum Setting {
    Interval(f64),
    LeastMoves(u32),
    MostMoves(u32),
    Ban(Ban),
    LinePlayouts(bool),
    Root(bool),
    Ownership(bool),
    Deviation(bool),
    /// Something that KataGo tells and this engine does not know.
    Unknown,
}

/// Reads the arguments of an analysis: a color or none, an interval in hundredths of a second or none, settings.
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
        preceded(tag("minmoves "), number).map(Setting::LeastMoves),
        preceded(tag("maxmoves "), number).map(Setting::MostMoves),
        ban.map(Setting::Ban),
        preceded(tag("pvVisits "), switch).map(Setting::LinePlayouts),
        preceded(tag("rootInfo "), switch).map(Setting::Root),
        preceded(tag("ownership "), switch).map(Setting::Ownership),
        preceded(tag("ownershipStdev "), switch).map(Setting::Deviation),
        value(Setting::Unknown, preceded(unknown, switch)),
    ))
    .parse(input)
}

/// Reads the name of something that is not told, so that those who ask for it still hear the rest.
fn unknown(input: &str) -> IResult<&str, &str> {
    alt((
        tag("movesOwnership "),
        tag("movesOwnershipStdev "),
        tag("noResultValue "),
    ))
    .parse(input)
}

/// Reads `avoid` or `allow`, a color, vertices parted by commas, and for how many moves that holds.
fn ban(input: &str) -> IResult<&str, Ban> {
    let words = (
        alt((value(false, tag("avoid ")), value(true, tag("allow ")))),
        color,
        preceded(char(' '), separated_list1(char(','), vertex)),
        preceded(char(' '), number),
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

/// The points of the largest board.
fn all_points() -> PointSet {
    Size::square(25).expect("the largest board").all()
}

impl Analysis {
    fn new(dialect: Dialect, purpose: Purpose, color: Option<Color>) -> Analysis {
        Analysis {
            dialect,
            purpose,
            color,
            interval: None,
            least_moves: 0,
            most_moves: usize::MAX,
            bans: Vec::new(),
            line_playouts: false,
            root: false,
            ownership: dialect == Dialect::Cgos,
            deviation: false,
        }
    }

    fn with(mut self, setting: Setting) -> Analysis {
        match setting {
            Setting::Interval(hundredths) => {
                let seconds = (hundredths / 100.0).clamp(0.01, 1e6);
                self.interval = Some(Duration::from_secs_f64(seconds));
            }
            Setting::LeastMoves(moves) => self.least_moves = moves as usize,
            Setting::MostMoves(moves) => self.most_moves = moves as usize,
            Setting::Ban(ban) => self.bans.push(ban),
            Setting::LinePlayouts(wanted) => self.line_playouts = wanted,
            Setting::Root(wanted) => self.root = wanted,
            Setting::Ownership(wanted) => self.ownership = wanted,
            Setting::Deviation(wanted) => self.deviation = wanted,
            Setting::Unknown => {}
        }
        self
    }

    /// Time from line to line; a search for a move tells what it has found at its end, and before only if
    /// that was asked for.
    pub fn interval(&self) -> Duration {
        let usual = match self.purpose {
            Purpose::Watching => USUAL_INTERVAL,
            _ => Duration::MAX,
        };
        self.interval.unwrap_or(usual)
    }

    /// The line that tells what has been found; `None` if that is nothing.
    pub fn line(&self, thought: &SearchResult, scene: &Scene) -> Option<String> {
        let moves = &thought.candidates[..thought.candidates.len().min(self.most_moves)];
        if moves.is_empty() {
            return None;
        }
        if self.dialect == Dialect::Cgos {
            return Some(cgos(thought, moves, scene));
        }
        let mut line = String::new();
        for (order, candidate) in moves.iter().enumerate() {
            self.write_info(&mut line, order, candidate);
        }
        if self.root {
            self.write_root(&mut line, thought);
        }
        if self.ownership {
            write_points(&mut line, "ownership", scene, |at| scene.owner(thought, at));
        }
        if self.deviation {
            write_points(&mut line, "ownershipStdev", scene, |at| {
                scene.deviation(thought, at)
            });
        }
        Some(line.trim_end().to_owned())
    }

    fn write_info(&self, line: &mut String, order: usize, candidate: &Candidate) {
        let Candidate {
            to,
            playouts,
            winrate,
            lead,
            prior,
            pv: play,
        } = candidate;
        let (winrate, lcb) = (self.share(*winrate), self.share(lower_bound(candidate)));
        let prior = self.share(*prior);
        let said = match self.dialect {
            Dialect::Leela => write!(
                line,
                "info move {to} visits {playouts} winrate {winrate} prior {prior} lcb {lcb} order {order} pv"
            ),
            Dialect::Kata | Dialect::Cgos => write!(
                line,
                "info move {to} visits {playouts} winrate {winrate} scoreMean {lead:.3} scoreLead {lead:.3} \
                 prior {prior} lcb {lcb} order {order} pv"
            ),
        };
        said.expect("a string takes all");
        for (to, _) in play {
            write!(line, " {to}").expect("a string takes all");
        }
        if self.line_playouts {
            line.push_str(" pvVisits");
            for (_, playouts) in play {
                write!(line, " {playouts}").expect("a string takes all");
            }
        }
        line.push(' ');
    }

    fn write_root(&self, line: &mut String, thought: &SearchResult) {
        let SearchResult {
            winrate,
            lead,
            playouts,
            ..
        } = thought;
        let winrate = self.share(*winrate);
        write!(
            line,
            "rootInfo visits {playouts} winrate {winrate} scoreLead {lead:.3} "
        )
        .expect("a string takes all");
    }

    /// A part of one as the dialect writes it.
    fn share(&self, share: f64) -> String {
        let share = share.clamp(0.0, 1.0);
        match self.dialect {
            Dialect::Leela => format!("{:.0}", share * 10_000.0),
            Dialect::Kata | Dialect::Cgos => format!("{share:.6}"),
        }
    }
}

/// What an analysis sees the board as.
pub struct Scene {
    /// The board's size.
    pub size: Size,
    /// Whose the winning probabilities, leads and points are.
    pub color: Color,
    /// The points proved to be each side's.
    pub proved: PerColor<PointSet>,
}

impl Scene {
    /// Whose a point will be, from 1 for the side asked about to -1.
    fn owner(&self, thought: &SearchResult, point: Point) -> f64 {
        f64::from(self.color.sign()) * owner(&thought.ownership, &self.proved, point)
    }

    /// The standard deviation of that from playout to playout.
    fn deviation(&self, thought: &SearchResult, point: Point) -> f64 {
        let mut colors = Color::BOTH.into_iter();
        if colors.any(|color| self.proved[color].contains(point)) {
            return 0.0;
        }
        let seen = &thought.ownership;
        let owned = seen.share(Color::Black, point) + seen.share(Color::White, point);
        (owned - seen.of(point).powi(2)).max(0.0).sqrt()
    }

    /// The points row by row, that of Black's far left corner first.
    fn points(&self) -> impl Iterator<Item = Point> {
        let (width, height) = (self.size.width(), self.size.height());
        let row = move |row| (1..=width).filter_map(move |column| Point::new(column, row));
        (1..=height).rev().flat_map(row)
    }
}

fn write_points(line: &mut String, name: &str, scene: &Scene, number: impl Fn(Point) -> f64) {
    line.push_str(name);
    for point in scene.points() {
        // What rounds to nothing has no sign.
        let number = (number(point) * 1000.0).round() / 1000.0 + 0.0;
        write!(line, " {number}").expect("a string takes all");
    }
    line.push(' ');
}

/// What the winning probability is at least, with 97.5 % confidence (Wald's interval for so many playouts).
fn lower_bound(candidate: &Candidate) -> f64 {
    let share = candidate.winrate;
    let playouts = candidate.playouts.max(1) as f64;
    share - 1.96 * (share * (1.0 - share) / playouts).max(0.0).sqrt()
}

/// The object that CGOS shows its spectators.
#[derive(Serialize)]
struct Shown {
    winrate: f64,
    score: f64,
    visits: u64,
    moves: Vec<ShownMove>,
    ownership: String,
}

#[derive(Serialize)]
struct ShownMove {
    #[serde(rename = "move")]
    to: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u64,
    pv: String,
}

/// Moves that spectators are shown.
const SHOWN_MOVES: usize = 10;

fn cgos(thought: &SearchResult, moves: &[Candidate], scene: &Scene) -> String {
    let rounded = |number: f64| (number * 10_000.0).round() / 10_000.0;
    let moves = moves.iter().take(SHOWN_MOVES).map(|candidate| {
        // Here the line of play is what follows the move.
        let rest = candidate.pv.iter().skip(1);
        ShownMove {
            to: candidate.to.to_string(),
            winrate: rounded(candidate.winrate),
            score: rounded(candidate.lead),
            prior: rounded(candidate.prior),
            visits: candidate.playouts,
            pv: rest
                .map(|(to, _)| to.to_string())
                .collect::<Vec<_>>()
                .join(" "),
        }
    });
    let digit = |at| {
        let share = (scene.owner(thought, at) + 1.0) / 2.0;
        char::from(CGOS_DIGITS[(share * 62.0).round() as usize])
    };
    let shown = Shown {
        winrate: rounded(thought.winrate),
        score: rounded(thought.lead),
        visits: thought.playouts,
        moves: moves.collect(),
        ownership: scene.points().map(digit).collect(),
    };
    serde_json::to_string(&shown).expect("numbers and strings can be written")
}

/// The signs that stand for -1 to 1 in the ownership shown by CGOS.
const CGOS_DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::playout::Ownership;

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
        assert_eq!((kata.least_moves, kata.most_moves), (3, 7));
        assert!(kata.root && kata.ownership && kata.line_playouts);
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

    fn thought() -> SearchResult {
        let candidate = |to, playouts| Candidate {
            to,
            playouts,
            winrate: 0.5,
            lead: -1.25,
            prior: 0.25,
            pv: vec![(to, playouts), (Move::Pass, 1)],
        };
        SearchResult {
            best: Move::At(point(1, 2)),
            resigns: false,
            winrate: 0.5,
            lead: -1.25,
            playouts: 30,
            new_playouts: 30,
            seconds: 1.0,
            candidates: vec![
                candidate(Move::At(point(1, 2)), 20),
                candidate(Move::Pass, 10),
            ],
            ownership: Ownership::new(),
        }
    }

    fn scene() -> Scene {
        let one = |point| [point].into_iter().collect();
        Scene {
            size: Size::square(2).unwrap(),
            color: Color::White,
            proved: PerColor::new(one(point(1, 2)), one(point(2, 1))),
        }
    }

    #[track_caller]
    fn check(dialect: Dialect, arguments: &str, expected: &str) {
        let (_, analysis) = analysis(dialect, Purpose::Watching)(arguments).unwrap();
        assert_eq!(
            analysis.line(&thought(), &scene()).as_deref(),
            Some(expected)
        );
    }

    #[test]
    fn lines_are_in_the_words_of_each_dialect() {
        check(
            Dialect::Leela,
            "",
            "info move A2 visits 20 winrate 5000 prior 2500 lcb 2809 order 0 pv A2 pass \
             info move pass visits 10 winrate 5000 prior 2500 lcb 1901 order 1 pv pass pass",
        );
        check(
            Dialect::Kata,
            "maxmoves 1 rootInfo true ownership true pvVisits true",
            "info move A2 visits 20 winrate 0.500000 scoreMean -1.250 scoreLead -1.250 prior 0.250000 lcb 0.280865 \
             order 0 pv A2 pass pvVisits 20 1 rootInfo visits 30 winrate 0.500000 scoreLead -1.250 ownership -1 0 0 1",
        );
        check(
            Dialect::Cgos,
            "maxmoves 1",
            r#"{"winrate":0.5,"score":-1.25,"visits":30,"moves":[{"move":"A2","winrate":0.5,"score":-1.25,"prior":0.25,"visits":20,"pv":"pass"}],"ownership":"Aff+"}"#,
        );
    }

    #[test]
    fn nothing_found_is_nothing_told() {
        let nothing = SearchResult {
            candidates: Vec::new(),
            ..thought()
        };
        let analysis = read("ownership true").unwrap();
        assert_eq!(analysis.line(&nothing, &scene()), None);
        assert_eq!(read("maxmoves 0").unwrap().line(&thought(), &scene()), None);
    }
}
