//! Parsers of what commands take.

use super::{Command, StatusName};
use crate::board::Play;
use crate::color::Color;
use crate::ending::{Claim, Decision};
use crate::gtp::analysis::{Dialect, Purpose, analysis};
use crate::point::{Move, Point};
use crate::search::clock::TimeControl;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{alpha1, alphanumeric1, char, digit1, one_of};
use nom::combinator::{all_consuming, map_opt, map_res, opt, rest, success, value, verify};
use nom::multi::{many0, separated_list0};
use nom::sequence::{pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

/// Reads the end of the input.
pub(super) fn nothing(input: &str) -> IResult<&str, &str> {
    all_consuming(success("")).parse(input)
}

/// Reads what goes up to the next blank.
pub(super) fn word(input: &str) -> IResult<&str, String> {
    take_while1(|c| c != ' ').map(str::to_owned).parse(input)
}

/// Reads all that is left, at least one character.
pub(super) fn text(input: &str) -> IResult<&str, String> {
    verify(rest, |text: &str| !text.is_empty())
        .map(str::to_owned)
        .parse(input)
}

/// Reads decimal digits; what is beyond 32 bits is as good as the largest number.
pub(in crate::gtp) fn number(input: &str) -> IResult<&str, u32> {
    digit1
        .map(|digits: &str| digits.parse().unwrap_or(u32::MAX))
        .parse(input)
}

/// Reads digits, a point and digits; the digits on one side of the point may be missing, or the point.
pub(in crate::gtp) fn unsigned(input: &str) -> IResult<&str, f64> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || c == '.');
    map_opt(digits, |digits: &str| {
        digits
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    })
    .parse(input)
}

/// Reads a number with or without a sign.
pub(super) fn signed(input: &str) -> IResult<&str, f64> {
    let apply =
        |(sign, number): (Option<char>, f64)| if sign == Some('-') { -number } else { number };
    pair(opt(one_of("+-")), unsigned).map(apply).parse(input)
}

/// Reads seconds: at most a billion, so that sums of them stay far from any limit.
pub(super) fn seconds(input: &str) -> IResult<&str, f64> {
    verify(unsigned, |&seconds| seconds <= 1e9).parse(input)
}

/// Reads a color: `b`, `w`, `black`, `white`, in upper or lower case.
pub(in crate::gtp) fn color(input: &str) -> IResult<&str, Color> {
    map_res(alpha1, str::parse).parse(input)
}

/// Reads what a player decides about the ending: yes, no, resume, or a claim with the dead stones and those in seki.
pub(super) fn decision(input: &str) -> IResult<&str, Decision> {
    let (input, color) = terminated(color, char(' ')).parse(input)?;
    let points = || many0(preceded(char(' '), point)).map(|points| points.into_iter().collect());
    let seki = opt(preceded(tag(" seki"), points())).map(Option::unwrap_or_default);
    let claim = preceded(tag("claim"), pair(points(), seki));
    alt((
        value(Decision::Answer(color, true), tag("yes")),
        value(Decision::Answer(color, false), tag("no")),
        value(Decision::Resume(color), tag("resume")),
        claim.map(move |(dead, seki)| Decision::Claim(color, Box::new(Claim { dead, seki }))),
    ))
    .parse(input)
}

/// Reads a point: a column letter (never `i`) and a row number.
pub(super) fn point(input: &str) -> IResult<&str, Point> {
    map_res(alphanumeric1, str::parse).parse(input)
}

/// Reads a vertex: `pass` or a point.
pub(in crate::gtp) fn vertex(input: &str) -> IResult<&str, Move> {
    map_res(alphanumeric1, str::parse).parse(input)
}

/// Reads a color and a vertex.
pub(super) fn play(input: &str) -> IResult<&str, Play> {
    separated_pair(color, char(' '), vertex).parse(input)
}

/// Reads colors and points in turn.
pub(super) fn stones(input: &str) -> IResult<&str, Vec<(Color, Point)>> {
    separated_list0(char(' '), separated_pair(color, char(' '), point)).parse(input)
}

/// Reads the arguments of an analysis.
pub(super) fn analyze(dialect: Dialect, purpose: Purpose, input: &str) -> IResult<&str, Command> {
    analysis(dialect, purpose)
        .map(Command::Analyze)
        .parse(input)
}

/// Reads a color or nothing.
pub(super) fn search(cancellable: bool, input: &str) -> IResult<&str, Command> {
    opt(color)
        .map(|color| Command::Search { color, cancellable })
        .parse(input)
}

/// Reads a key and a value, or nothing.
pub(super) fn parameter(input: &str) -> IResult<&str, Option<(String, String)>> {
    opt(separated_pair(word, char(' '), word)).parse(input)
}

/// Reads the length of the sides of a square board.
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

/// Reads main time, overtime and stones. Overtime for no stones means that there is no clock, no
/// overtime that the main time is all there is.
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

/// Reads two times and a number.
pub(super) fn main_overtime_count(input: &str) -> IResult<&str, (f64, f64, u32)> {
    (
        seconds,
        preceded(char(' '), seconds),
        preceded(char(' '), number),
    )
        .parse(input)
}

/// Reads a kind of clock that KGS has, by name, with its numbers.
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

/// Reads a clock that gains time with each move; a limit below nothing is none.
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

/// Reads what a clock shows.
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

/// Reads a path, which may contain blanks, and a move number if the last of several words is one.
pub(super) fn load_sgf(input: &str) -> IResult<&str, Command> {
    text.map(|text| {
        let parts = text.rsplit_once(' ').and_then(|(path, last)| {
            let (_, before) = all_consuming(number).parse(last).ok()?;
            Some((path.to_owned(), before))
        });
        match parts {
            Some((path, before)) => Command::LoadSgf {
                path,
                before: Some(before),
            },
            None => Command::LoadSgf {
                path: text,
                before: None,
            },
        }
    })
    .parse(input)
}
