//! Parsers for the arguments of commands, beyond simple entities.

use super::analysis::{Dialect, Purpose, analysis};
use super::command::{Command, RawQuestion, StatusName};
use super::entity::{color, number, point, signed, text, unsigned, word};
use crate::engine::search::clock::TimeControl;
use crate::go::board::symmetry::Symmetry;
use crate::go::color::Color;
use crate::go::point::Point;
use crate::referee::ending::Decision;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::char;
use nom::combinator::{all_consuming, map_opt, opt, success, value, verify};
use nom::multi::separated_list0;
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// Reads seconds, at most a billion, so that sums stay far from any limit.
fn seconds(input: &str) -> IResult<&str, f64> {
    verify(unsigned, |&seconds| seconds <= 1e9).parse(input)
}

/// Reads a decision about the ending.
pub(super) fn decision(input: &str) -> IResult<&str, Decision> {
    text.map_res(|text| text.parse()).parse(input)
}

/// Reads alternating colors and points.
pub(super) fn stones(input: &str) -> IResult<&str, Vec<(Color, Point)>> {
    separated_list0(char(' '), separated_pair(color, char(' '), point)).parse(input)
}

/// Reads the arguments of an analysis command.
pub(super) fn analyze(dialect: Dialect, purpose: Purpose, input: &str) -> IResult<&str, Command> {
    analysis(dialect, purpose)
        .map(Command::Analyze)
        .parse(input)
}

/// Reads an optional color.
pub(super) fn search(cancellable: bool, input: &str) -> IResult<&str, Command> {
    opt(color)
        .map(|color| Command::Search { color, cancellable })
        .parse(input)
}

/// Reads a key and a value.
pub(super) fn key_value(input: &str) -> IResult<&str, (String, String)> {
    separated_pair(word, char(' '), word).parse(input)
}

/// Reads the side of a square board.
pub(super) fn side(input: &str) -> IResult<&str, Command> {
    number
        .map(|side| Command::BoardSize {
            width: side,
            height: side,
        })
        .parse(input)
}

/// Reads the width and the height of a board.
pub(super) fn width_height(input: &str) -> IResult<&str, Command> {
    let board_size = |(width, height)| Command::BoardSize { width, height };
    separated_pair(number, char(' '), number)
        .map(board_size)
        .parse(input)
}

/// Reads the name of a status.
pub(super) fn status_name(input: &str) -> IResult<&str, StatusName> {
    alt((
        value(StatusName::Alive, tag("alive")),
        value(StatusName::Dead, tag("dead")),
        value(StatusName::Seki, tag("seki")),
    ))
    .parse(input)
}

/// Reads main time, overtime and stones.
///
/// Overtime 0 means absolute time; overtime for 0 stones means no clock.
pub(super) fn time_settings(input: &str) -> IResult<&str, TimeControl> {
    let control = |(main, overtime, stones)| match (overtime, stones) {
        (0.0, _) => TimeControl::Absolute { main },
        (_, 0) => TimeControl::None,
        (overtime, stones) => TimeControl::Canadian {
            main,
            overtime,
            stones,
        },
    };
    main_overtime_count.map(control).parse(input)
}

/// Reads two times and a count.
fn main_overtime_count(input: &str) -> IResult<&str, (f64, f64, u32)> {
    (
        seconds,
        preceded(char(' '), seconds),
        preceded(char(' '), number),
    )
        .parse(input)
}

/// Reads the name of a KGS time system and its numbers.
pub(super) fn kgs_time_settings(input: &str) -> IResult<&str, TimeControl> {
    let absolute = seconds.map(|main| TimeControl::Absolute { main });
    let byoyomi = main_overtime_count.map(|(main, period, periods)| TimeControl::Byoyomi {
        main,
        period,
        periods,
    });
    let canadian = main_overtime_count.map(|(main, overtime, stones)| match stones {
        0 => TimeControl::Absolute { main },
        stones => TimeControl::Canadian {
            main,
            overtime,
            stones,
        },
    });
    alt((
        value(TimeControl::None, tag("none")),
        preceded(tag("absolute "), absolute),
        preceded(tag("byoyomi "), byoyomi),
        preceded(tag("canadian "), canadian),
    ))
    .parse(input)
}

/// Reads Fischer time, with or without limits. A negative limit means no limit.
pub(super) fn fischer(input: &str) -> IResult<&str, TimeControl> {
    let main_increment = |i| separated_pair(seconds, char(' '), seconds).parse(i);
    let limit = |i| {
        preceded(
            char(' '),
            signed.map(|limit| (limit >= 0.0).then_some(limit)),
        )
        .parse(i)
    };
    let plain =
        preceded(tag("fischer "), main_increment).map(|(main, increment)| TimeControl::Fischer {
            main,
            increment,
            most: None,
            most_per_move: None,
        });
    let capped = (
        preceded(tag("fischer-capped "), main_increment),
        limit,
        limit,
    );
    let capped = capped.map(
        |((main, increment), most, most_per_move)| TimeControl::Fischer {
            main,
            increment,
            most,
            most_per_move,
        },
    );
    alt((plain, capped)).parse(input)
}

/// Reads a color, the time left and the stones left.
pub(super) fn time_left(input: &str) -> IResult<&str, Command> {
    let shown = verify(signed, |seconds| seconds.abs() <= 1e9);
    (
        color,
        preceded(char(' '), shown),
        preceded(char(' '), number),
    )
        .map(|(color, seconds, stones)| Command::TimeLeft {
            color,
            seconds,
            stones,
        })
        .parse(input)
}

/// Reads an optional point and optional seconds.
pub(super) fn solve(input: &str) -> IResult<&str, Command> {
    // A column letter begins a point.
    alt((
        separated_pair(point, char(' '), seconds).map(|(at, time)| (Some(at), Some(time))),
        point.map(|at| (Some(at), None)),
        seconds.map(|time| (None, Some(time))),
        success((None, None)),
    ))
    .map(|(at, seconds)| Command::Solve { at, seconds })
    .parse(input)
}

/// Reads a path, which may contain blanks, and an optional move number.
///
/// The last of several words is a move number if it is numeric.
pub(super) fn load_sgf(input: &str) -> IResult<&str, Command> {
    text.map(|text| {
        let parts = text.rsplit_once(' ').and_then(|(path, last)| {
            let (_, before) = all_consuming(number).parse(last).ok()?;
            Some((path.into(), before))
        });
        match parts {
            Some((path, before)) => Command::LoadSgf {
                path,
                before: Some(before),
            },
            None => Command::LoadSgf {
                path: text.into(),
                before: None,
            },
        }
    })
    .parse(input)
}

/// Reads the path of a file, which may contain blanks.
pub(super) fn path(input: &str) -> IResult<&str, PathBuf> {
    text.map(PathBuf::from).parse(input)
}

/// Reads a JSON object as keys and values: texts as they are, other values as JSON.
pub(super) fn json_object(text: &str) -> Option<Vec<(String, String)>> {
    let object: Map<String, Value> = serde_json::from_str(text).ok()?;
    let plain = |value: Value| match value {
        Value::String(text) => text,
        value => value.to_string(),
    };
    let pairs = object.into_iter();
    Some(pairs.map(|(key, value)| (key, plain(value))).collect())
}

/// Reads an optional color, a symmetry number or `all`, and an optional share of the optimistic
/// policy, 0 to 1.
pub(super) fn raw_question(input: &str) -> IResult<&str, Command> {
    let numbered = map_opt(number, |number| {
        Symmetry::new(u8::try_from(number).ok()?).map(Some)
    });
    let symmetry = alt((value(None, tag_no_case("all")), numbered));
    let share = verify(unsigned, |share| (0.0..=1.0).contains(share));
    let color = opt(terminated(color, char(' ')));
    (color, symmetry, opt(preceded(char(' '), share)))
        .map(|(color, symmetry, optimism)| {
            Command::RawNetwork(RawQuestion {
                color,
                symmetry,
                optimism,
            })
        })
        .parse(input)
}
