//! JSON requests: a game or a position, the rules to judge it by, and optional questions.

use crate::formats::kata::{self, RulesError};
use crate::formats::sgf::{Entry, Record, SetUp, SgfError};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet, Size};
use crate::go::rules::Rules;
use crate::referee::game::scoring::{Request, ScoringError};
use crate::referee::game::{Conventions, MOST_PRISONERS};
use crate::referee::judge::Meant;
use crate::referee::judge::explain::NoChain;
use crate::ui::language::{Language, ScoreQuestion};
use serde::Deserialize;
use serde_json::Value;

/// The fields of a request: a game in SGF, or stones and moves, and overrides of its settings.
#[derive(Deserialize)]
struct RequestFields {
    sgf: Option<String>,
    size: Option<BoardSides>,
    stones: Option<Vec<(String, String)>>,
    moves: Option<Vec<(String, String)>>,
    /// A name, or an object in KataGo's notation.
    rules: Option<Value>,
    komi: Option<f64>,
    /// Number of moves to play before judging.
    after: Option<u32>,
    to_move: Option<String>,
    dead: Option<Vec<String>>,
    prisoners: Option<Prisoners>,
    judge_as: Option<String>,
    /// True if stones set up in mid-game were displaced by accident.
    displaced: Option<bool>,
    /// True if stones that Black plays in a row at the start are handicap stones.
    handicap_by_play: Option<bool>,
    explain: Option<Explain>,
    /// Rules to compare with, as above.
    compare: Option<Value>,
    /// Asks why the recorded result differs.
    check: Option<bool>,
    /// Asks for a drawing of the judged board.
    picture: Option<bool>,
    language: Option<String>,
}

/// One side of a square board, or width and height.
#[derive(Deserialize)]
#[serde(untagged)]
enum BoardSides {
    Square(u8),
    Both(u8, u8),
}

#[derive(Deserialize)]
struct Prisoners {
    black: u32,
    white: u32,
}

/// Everything doubtful, or certain points.
#[derive(Deserialize)]
#[serde(untagged)]
enum Explain {
    Doubtful(bool),
    Points(Vec<String>),
}

/// A parsed request.
pub(super) struct ParsedRequest {
    pub(super) record: Record,
    pub(super) request: Request,
    /// The question besides the score, if any.
    pub(super) question: Option<ScoreQuestion>,
    /// True if the reasons for a different recorded result are wanted.
    pub(super) is_checked: bool,
    /// True if a drawing is wanted.
    pub(super) is_drawn: bool,
    pub(super) language: Language,
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    #[error("not what is read here: {0}")]
    Unreadable(serde_json::Error),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("sgf: {0}")]
    Sgf(#[from] SgfError),
    #[error("both sgf and moves or stones")]
    Both,
    #[error("neither sgf nor moves or stones")]
    Neither,
    #[error("size: sides are from 2 to 25 points long")]
    Size,
    #[error("move {number} is none on the {size} board")]
    Move { number: usize, size: Size },
    #[error("stone {number} is none on the {size} board, or the second one on its point")]
    Stone { number: usize, size: Size },
    #[error("{key}: '{text}' is no point")]
    Point { key: &'static str, text: String },
    #[error("{key} must be {known}")]
    Word {
        key: &'static str,
        known: &'static str,
    },
    #[error("prisoners: more than {MOST_PRISONERS}")]
    Prisoners,
    #[error("both explain and compare")]
    TwoQuestions,
    #[error(transparent)]
    Scoring(#[from] ScoringError),
    #[error(transparent)]
    NoChain(#[from] NoChain),
    #[error(transparent)]
    Unwritable(#[from] serde_json::Error),
}

impl ParsedRequest {
    /// Parses a request; `usual` supplies the defaults.
    pub(super) fn read(text: &[u8], usual: &Request) -> Result<ParsedRequest, QueryError> {
        let fields: RequestFields = serde_json::from_slice(text).map_err(QueryError::Unreadable)?;
        Ok(ParsedRequest {
            request: request(&fields, usual)?,
            question: question(&fields)?,
            is_checked: fields.check.unwrap_or(false),
            is_drawn: fields.picture.unwrap_or(false),
            language: language(&fields)?,
            record: match (fields.sgf, fields.stones, fields.moves) {
                (Some(sgf), None, None) => sgf.parse()?,
                (Some(_), _, _) => return Err(QueryError::Both),
                (None, None, None) => return Err(QueryError::Neither),
                (None, stones, moves) => record(
                    fields.size,
                    &stones.unwrap_or_default(),
                    &moves.unwrap_or_default(),
                )?,
            },
        })
    }
}

fn request(fields: &RequestFields, usual: &Request) -> Result<Request, QueryError> {
    let rules = fields.rules.as_ref().map(rules).transpose()?;
    let turn = fields.to_move.as_ref().map(|name| {
        name.parse().map_err(|_| QueryError::Word {
            key: "to_move",
            known: "black or white",
        })
    });
    let dead = fields.dead.as_ref().map(|names| points("dead", names));
    let dead = dead.transpose()?.map(PointSet::from_iter);
    let meant = fields.judge_as.as_deref().map(meant).transpose()?;
    let prisoners = fields.prisoners.as_ref();
    let prisoners = prisoners.map(|held| PerColor::new(held.black, held.white));
    if prisoners.is_some_and(|PerColor(held)| held.iter().any(|&held| held > MOST_PRISONERS)) {
        return Err(QueryError::Prisoners);
    }
    Ok(Request {
        rules: rules.or(usual.rules),
        komi: fields.komi.or(usual.komi),
        after: fields.after.or(usual.after),
        dead: dead.or(usual.dead),
        prisoners: prisoners.or(usual.prisoners),
        turn: turn.transpose()?.or(usual.turn),
        meant: meant.or(usual.meant),
        conventions: Conventions {
            displaced: fields.displaced.unwrap_or(usual.conventions.displaced),
            handicap_by_play: fields
                .handicap_by_play
                .unwrap_or(usual.conventions.handicap_by_play),
        },
        effort: usual.effort,
    })
}

fn question(fields: &RequestFields) -> Result<Option<ScoreQuestion>, QueryError> {
    let asked = match &fields.explain {
        None | Some(Explain::Doubtful(false)) => None,
        Some(Explain::Doubtful(true)) => Some(ScoreQuestion::Doubtful),
        Some(Explain::Points(names)) => Some(ScoreQuestion::Points(points("explain", names)?)),
    };
    match (asked, &fields.compare) {
        (Some(_), Some(_)) => Err(QueryError::TwoQuestions),
        (asked, None) => Ok(asked),
        (None, Some(other)) => Ok(Some(ScoreQuestion::Rules(Box::new(rules(other)?)))),
    }
}

fn language(fields: &RequestFields) -> Result<Language, QueryError> {
    let code = fields.language.as_deref();
    let found = code.map_or(Some(Language::English), Language::of_code);
    found.ok_or(QueryError::Word {
        key: "language",
        known: "en or ja",
    })
}

fn rules(value: &Value) -> Result<Rules, RulesError> {
    match value {
        Value::String(name) => kata::read(name),
        object => kata::read(&object.to_string()),
    }
}

fn meant(name: &str) -> Result<Meant, QueryError> {
    let known = [Meant::Diagram, Meant::Game];
    let found = known.into_iter().find(|meant| meant.name() == name);
    found.ok_or(QueryError::Word {
        key: "judge_as",
        known: "diagram or game",
    })
}

fn points(key: &'static str, names: &[String]) -> Result<Vec<Point>, QueryError> {
    let point = |name: &String| {
        name.parse().map_err(|_| QueryError::Point {
            key,
            text: name.chars().take(20).collect(),
        })
    };
    names.iter().map(point).collect()
}

/// Makes a record from stones and moves.
fn record(
    sides: Option<BoardSides>,
    stones: &[(String, String)],
    moves: &[(String, String)],
) -> Result<Record, QueryError> {
    let size = match sides {
        None => Size::square(19),
        Some(BoardSides::Square(side)) => Size::square(side),
        Some(BoardSides::Both(width, height)) => Size::new(width, height),
    };
    let size = size.ok_or(QueryError::Size)?;
    let mut record = Record::new(size);
    if !stones.is_empty() {
        record.push(Entry::SetUp(Box::new(set_up(size, stones)?)));
    }
    for (number, (color, vertex)) in (1..).zip(moves) {
        let on_board = |to: &Move| to.point().is_none_or(|point| size.contains(point));
        let to = vertex.parse().ok().filter(on_board);
        let play = color.parse().ok().zip(to);
        let play = play.ok_or(QueryError::Move { number, size })?;
        record.push(Entry::Play(play));
    }
    Ok(record)
}

/// Makes a set-up from stones on different points of the board.
fn set_up(size: Size, stones: &[(String, String)]) -> Result<SetUp, QueryError> {
    let mut placed = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
    for (number, (color, vertex)) in (1..).zip(stones) {
        let at: Option<Point> = vertex.parse().ok();
        let is_free =
            |at: &Point| size.contains(*at) && !placed.0.iter().any(|set| set.contains(*at));
        let stone = color.parse::<Color>().ok().zip(at.filter(is_free));
        let (color, at) = stone.ok_or(QueryError::Stone { number, size })?;
        placed[color].insert(at);
    }
    Ok(SetUp::with_stones(&placed, None))
}
