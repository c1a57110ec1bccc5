//! Parses lines: a table with the name, the arguments and the parser of each command.

use super::analysis::{Dialect, Purpose};
use super::arguments::{
    analyze, decision, fischer, json_object, key_value, kgs_time_settings, load_sgf, path,
    raw_question, search, side, solve, status_name, stones, time_left, time_settings, width_height,
};
use super::command::{Command, Show};
use super::entity::{color, end, number, play, point, seed, signed, text, word};
use super::parameter::{RulesParameter, SearchParameter};
use super::reply::Unreadable;
use crate::formats::kata::{self, Switch};
use crate::go::color::PerColor;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map_opt, opt, rest, value};
use nom::multi::{separated_list0, separated_list1};
use nom::sequence::{separated_pair, terminated};
use nom::{IResult, Parser};

/// A parsed line: its optional id, and its command or the error.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedLine {
    /// The id, repeated in the reply.
    pub id: Option<u32>,
    /// The command.
    pub command: Result<Command, Unreadable>,
}

impl ParsedLine {
    /// Parses a line with single blanks between words: an optional id, a name and arguments.
    pub fn parse(line: &str) -> ParsedLine {
        let (line, id) = opt(id).parse(line).unwrap_or((line, None));
        ParsedLine {
            id,
            command: command(line),
        }
    }
}

/// Returns the names of all commands in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|form| form.name)
}

/// Returns the usage of a command's arguments, if it takes any.
pub fn usage(name: &str) -> Option<&'static str> {
    let form = TABLE.iter().find(|form| form.name == name)?;
    match form.arguments {
        Arguments::Nothing(_) => None,
        Arguments::Typed(usage, _) | Arguments::Named(usage, _) => Some(usage),
    }
}

/// A row of the table.
struct Form {
    name: &'static str,
    arguments: Arguments,
}

/// The arguments of a command.
enum Arguments {
    /// No arguments.
    Nothing(Command),
    /// Arguments with their usage and parser.
    Typed(&'static str, fn(&str) -> IResult<&str, Command>),
    /// Arguments that contain a name or key. It is looked up after parsing and may be unknown.
    Named(
        &'static str,
        fn(&str) -> IResult<&str, Result<Command, Unreadable>>,
    ),
}

const fn plain(name: &'static str, command: Command) -> Form {
    Form {
        name,
        arguments: Arguments::Nothing(command),
    }
}

const fn form(
    name: &'static str,
    usage: &'static str,
    read: fn(&str) -> IResult<&str, Command>,
) -> Form {
    Form {
        name,
        arguments: Arguments::Typed(usage, read),
    }
}

const fn named(
    name: &'static str,
    usage: &'static str,
    read: fn(&str) -> IResult<&str, Result<Command, Unreadable>>,
) -> Form {
    Form {
        name,
        arguments: Arguments::Named(usage, read),
    }
}

const ANALYSIS: &str = "[COLOR] [INTERVAL] and any of: interval HUNDREDTHS, minmoves N, maxmoves N, \
                        avoid COLOR VERTEX,VERTEX,... N, allow COLOR VERTEX,VERTEX,... N, rootInfo true|false, \
                        ownership true|false, ownershipStdev true|false, \
                        movesOwnership true|false, movesOwnershipStdev true|false, pvVisits true|false";

static TABLE: &[Form] = &[
    plain("protocol_version", Command::ProtocolVersion),
    plain("name", Command::Name),
    plain("version", Command::Version),
    form("known_command", "NAME", |i| {
        word.map(Command::KnownCommand).parse(i)
    }),
    plain("list_commands", Command::ListCommands),
    form("help", "[COMMAND]", |i| {
        opt(word).map(Command::Help).parse(i)
    }),
    plain("quit", Command::Quit),
    form("boardsize", "SIZE or WIDTH HEIGHT", |i| {
        alt((width_height, side)).parse(i)
    }),
    form("rectangular_boardsize", "WIDTH HEIGHT", width_height),
    plain("clear_board", Command::ClearBoard),
    form("komi", "NUMBER", |i| signed.map(Command::Komi).parse(i)),
    plain("get_komi", Command::GetKomi),
    form("play", "COLOR VERTEX, or COLOR resign", |i| {
        let resignation = |color| Command::Resign(color);
        let resigns = terminated(color, tag_no_case(" resign"));
        alt((resigns.map(resignation), play.map(Command::Play))).parse(i)
    }),
    form("genmove", "COLOR", |i| color.map(Command::GenMove).parse(i)),
    form("reg_genmove", "COLOR", |i| {
        color.map(Command::RegGenMove).parse(i)
    }),
    form("lz-analyze", ANALYSIS, |i| {
        analyze(Dialect::Leela, Purpose::Watching, i)
    }),
    form("kata-analyze", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::Watching, i)
    }),
    form("lz-genmove_analyze", ANALYSIS, |i| {
        analyze(Dialect::Leela, Purpose::Playing, i)
    }),
    form("kata-genmove_analyze", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::Playing, i)
    }),
    form("cgos-genmove_analyze", ANALYSIS, |i| {
        analyze(Dialect::Cgos, Purpose::Playing, i)
    }),
    form("kata-search", "[COLOR]", |i| search(false, i)),
    form("kata-search_cancellable", "[COLOR]", |i| search(true, i)),
    form("kata-search_analyze", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::Finding, i)
    }),
    form("kata-search_analyze_cancellable", ANALYSIS, |i| {
        analyze(Dialect::Kata, Purpose::FindingUnlessCancelled, i)
    }),
    form("kata-raw-nn", "[COLOR] 0-7|all [OPTIMISM]", raw_question),
    plain("stop", Command::Stop),
    plain("clear_cache", Command::ClearCache),
    form("set_random_seed", "N", |i| {
        seed.map(Command::SetSeed).parse(i)
    }),
    plain("get_random_seed", Command::GetSeed),
    // qGo sends `undo 0` for one move, since GNU Go ignores the number.
    form("undo", "[0]", |i| {
        value(
            Command::Undo(1),
            alt((value((), char('0')), value((), end))),
        )
        .parse(i)
    }),
    form("gg-undo", "[MOVES]", |i| {
        alt((number, value(1, end))).map(Command::Undo).parse(i)
    }),
    form("set_free_handicap", "POINT POINT ...", |i| {
        separated_list0(char(' '), point)
            .map(Command::SetFreeHandicap)
            .parse(i)
    }),
    form("place_free_handicap", "STONES", |i| {
        number.map(Command::PlaceFreeHandicap).parse(i)
    }),
    form("fixed_handicap", "STONES", |i| {
        number.map(Command::FixedHandicap).parse(i)
    }),
    plain("final_score", Command::FinalScore),
    plain("estimate_score", Command::EstimateScore),
    form("all_legal", "COLOR", |i| {
        color.map(Command::AllLegal).parse(i)
    }),
    form("is_legal", "COLOR VERTEX", |i| {
        play.map(Command::IsLegal).parse(i)
    }),
    form("captures", "COLOR", |i| {
        color.map(Command::Captures).parse(i)
    }),
    form("list_stones", "COLOR", |i| {
        color.map(Command::ListStones).parse(i)
    }),
    form("final_status_list", "alive|dead|seki", |i| {
        status_name.map(Command::FinalStatusList).parse(i)
    }),
    form("final_status", "POINT", |i| {
        point.map(Command::FinalStatus).parse(i)
    }),
    form("time_settings", "MAIN OVERTIME STONES", |i| {
        time_settings.map(Command::TimeSettings).parse(i)
    }),
    form("time_left", "COLOR SECONDS STONES", time_left),
    plain("showboard", Command::ShowBoard),
    form("loadsgf", "FILE [MOVE]", load_sgf),
    form("printsgf", "[FILE]", |i| {
        alt((value(None, end), path.map(Some)))
            .map(Command::PrintSgf)
            .parse(i)
    }),
    plain("cputime", Command::CpuTime),
    plain("gomill-cpu_time", Command::CpuTime),
    named("kata-set-rules", "NAME or JSON", |i| {
        text.map(|text| set_rules(&text)).parse(i)
    }),
    plain("kata-get-rules", Command::GetRules),
    named("kata-set-rule", "KEY VALUE", |i| {
        let switch = |(key, value): (String, String)| Switch::parse(&key, &value);
        key_value
            .map(|pair| Ok(Command::SetRule(switch(pair)?)))
            .parse(i)
    }),
    plain("kata-list-params", Command::ListParameters),
    form("kata-get-param", "KEY", |i| {
        word.map(Command::GetParameter).parse(i)
    }),
    plain("kata-get-params", Command::GetParameters),
    form("kata-set-param", "KEY [VALUE]", |i| {
        let without_value = word.map(|key| (key, String::new()));
        alt((key_value, without_value))
            .map(|pair| Command::SetParameters(vec![pair]))
            .parse(i)
    }),
    form("kata-set-params", "JSON", |i| {
        map_opt(text, |json| json_object(&json))
            .map(Command::SetParameters)
            .parse(i)
    }),
    plain("kata-get-models", Command::GetModels),
    named("kgs-rules", "NAME", |i| {
        terminated(word, rest)
            .map(|name| set_rules(kgs_name(&name)))
            .parse(i)
    }),
    form(
        "kgs-time_settings",
        "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN OVERTIME STONES",
        |i| kgs_time_settings.map(Command::TimeSettings).parse(i),
    ),
    form(
        "kata-time_settings",
        "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN OVERTIME STONES, fischer MAIN INCREMENT \
         or fischer-capped MAIN INCREMENT LIMIT LIMIT-PER-MOVE",
        |i| {
            alt((kgs_time_settings, fischer))
                .map(Command::TimeSettings)
                .parse(i)
        },
    ),
    plain("kata-list_time_settings", Command::ListTimeSettings),
    form("kgs-genmove_cleanup", "COLOR", |i| {
        color.map(Command::GenMoveCleanup).parse(i)
    }),
    plain("kgs-game_over", Command::GameOver),
    form("cgos-opponent_name", "NAME", |i| {
        value(Command::Notice, text).parse(i)
    }),
    form("cgos-opponent_rating", "RATING", |i| {
        value(Command::Notice, text).parse(i)
    }),
    form("cgos-gameover", "RESULT", |i| {
        value(Command::GameOver, text).parse(i)
    }),
    form("set_position", "COLOR POINT COLOR POINT ...", |i| {
        stones.map(Command::SetPosition).parse(i)
    }),
    plain("gogui-analyze_commands", Command::AnalyzeCommands),
    plain("gogui-title", Command::Title),
    plain("gogui-interrupt", Command::Interrupt),
    form("gogui-version", "VERSION", |i| {
        value(Command::GoguiVersion, text).parse(i)
    }),
    form(
        "gogui-play_sequence",
        "COLOR VERTEX COLOR VERTEX ...",
        |i| {
            separated_list0(char(' '), play)
                .map(Command::PlaySequence)
                .parse(i)
        },
    ),
    form("gogui-setup", "COLOR POINT COLOR POINT ...", |i| {
        stones.map(Command::Setup).parse(i)
    }),
    form("gogui-setup_player", "COLOR", |i| {
        color.map(Command::SetupPlayer).parse(i)
    }),
    plain("wakari-rules", Command::DescribeRules),
    form("wakari-status", "POINT", |i| {
        point.map(Command::DescribeStatus).parse(i)
    }),
    form("wakari-explain", "POINT", |i| {
        point.map(Command::Explain).parse(i)
    }),
    form("wakari-solve", "[POINT] [SECONDS]", solve),
    form("wakari-gfx-explain", "POINT", |i| {
        point.map(Command::DrawExplanation).parse(i)
    }),
    form("wakari-gfx-zones", "COLOR", |i| {
        color.map(Command::DrawZones).parse(i)
    }),
    form("wakari-gfx-answer", "POINT [POINT ...]", |i| {
        separated_list1(char(' '), point)
            .map(Command::DrawAnswers)
            .parse(i)
    }),
    form("wakari-reinforcements", "COLOR", |i| {
        color.map(Command::Reinforcements).parse(i)
    }),
    form(
        "wakari-ending",
        "[COLOR yes, no, resume, take-back, resign, no-result, consent or claim [POINT ...] [seki POINT ...], or ruling [POINT ...] [seki POINT ...]]",
        |i| opt(decision).map(Command::Ending).parse(i),
    ),
    form("wakari-agreed", "[POINT ...]", |i| {
        separated_list0(char(' '), point)
            .map(|points| Command::Agreed(points.into_iter().collect()))
            .parse(i)
    }),
    form("wakari-prisoners", "BLACK WHITE", |i| {
        separated_pair(number, char(' '), number)
            .map(|(black, white)| Command::Prisoners(PerColor::new(black, white)))
            .parse(i)
    }),
    plain("wakari-score", Command::DescribeScore),
    plain("wakari-breaches", Command::DescribeBreaches),
    plain("wakari-statuses", Command::Show(Show::Statuses)),
    plain("wakari-territory", Command::Show(Show::Territory)),
    plain("wakari-ownership", Command::Show(Show::Ownership)),
    plain("wakari-candidates", Command::Show(Show::Candidates)),
    plain("wakari-variation", Command::Show(Show::Variation)),
    plain("wakari-priors", Command::Show(Show::Priors)),
    plain("wakari-dame", Command::Show(Show::Dame)),
    plain("wakari-unsettled", Command::Show(Show::Unsettled)),
    named("wakari-param_rules", "[KEY VALUE]", |i| {
        opt(key_value)
            .map(|pair| {
                let parse = |(key, value): (String, String)| RulesParameter::parse(&key, &value);
                Ok(Command::RulesParameter(pair.map(parse).transpose()?))
            })
            .parse(i)
    }),
    named("wakari-param_search", "[KEY VALUE]", |i| {
        opt(key_value)
            .map(|pair| {
                let parse = |(key, value): (String, String)| SearchParameter::parse(&key, &value);
                Ok(Command::SearchParameter(pair.map(parse).transpose()?))
            })
            .parse(i)
    }),
];

/// Reads rules by name or as KataGo's JSON.
fn set_rules(text: &str) -> Result<Command, Unreadable> {
    Ok(Command::SetRules(kata::read(text)?))
}

/// Returns this engine's name for rules of KGS.
fn kgs_name(name: &str) -> &str {
    if name.eq_ignore_ascii_case("chinese") {
        "chinese-kgs"
    } else {
        name
    }
}

/// Parses a name and its arguments up to the end of the line.
fn command(line: &str) -> Result<Command, Unreadable> {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    let form = TABLE
        .iter()
        .find(|form| form.name == name)
        .ok_or(Unreadable::UnknownCommand)?;
    let (read, usage) = match &form.arguments {
        Arguments::Nothing(command) => {
            let read = arguments.is_empty().then(|| Ok(command.clone()));
            (read, "without arguments")
        }
        Arguments::Typed(usage, parser) => {
            let read = all_consuming(parser).parse(arguments).ok();
            (read.map(|(_, command)| Ok(command)), *usage)
        }
        Arguments::Named(usage, parser) => {
            let read = all_consuming(parser).parse(arguments).ok();
            (read.map(|(_, command)| command), *usage)
        }
    };
    let name = form.name;
    read.unwrap_or(Err(Unreadable::Syntax { name, usage }))
}

/// Reads an id: decimal digits up to a blank or the end, less than 2³².
fn id(input: &str) -> IResult<&str, u32> {
    let end = alt((tag(" "), end));
    map_opt(terminated(digit1, end), |digits: &str| digits.parse().ok()).parse(input)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::search::clock::TimeControl;
    use crate::go::color::Color;
    use crate::go::point::{Move, Point};
    use crate::go::rules::Rules;
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(command(line), Ok(expected), "{line}");
    }

    #[track_caller]
    fn refuse(lines: &[&str]) {
        for line in lines {
            assert!(
                matches!(command(line), Err(Unreadable::Syntax { .. })),
                "{line}: {:?}",
                command(line)
            );
        }
    }

    fn at(column: u8, row: u8) -> Point {
        Point::new(column, row).unwrap()
    }

    #[test]
    fn ids_are_numbers_of_their_own() {
        let id = |line| ParsedLine::parse(line).id;
        assert_eq!(id("1 name"), Some(1));
        assert_eq!(id("0 name"), Some(0));
        assert_eq!(id("999999999 nosuch"), Some(999_999_999));
        assert_eq!(id("5"), Some(5));
        for line in [
            "name 1",
            "1name",
            "-1 name",
            "1.5 name",
            "4294967296 name",
            "99999999999999999999 name",
        ] {
            assert_eq!(id(line), None, "{line}");
        }
        assert_eq!(ParsedLine::parse("7 name").command, Ok(Command::Name));
        assert_eq!(
            ParsedLine::parse("5").command,
            Err(Unreadable::UnknownCommand)
        );
    }

    #[test]
    fn commands_are_read_with_their_arguments() {
        use Color::{Black, White};
        check("name", Command::Name);
        check(
            "boardsize 9",
            Command::BoardSize {
                width: 9,
                height: 9,
            },
        );
        check(
            "boardsize 9 13",
            Command::BoardSize {
                width: 9,
                height: 13,
            },
        );
        check(
            "boardsize 99999999999999999999",
            Command::BoardSize {
                width: u32::MAX,
                height: u32::MAX,
            },
        );
        check("komi -7.5", Command::Komi(-7.5));
        check("komi .5", Command::Komi(0.5));
        check("play bLaCk d4", Command::Play((Black, Move::At(at(4, 4)))));
        check("play W PASS", Command::Play((White, Move::Pass)));
        check("play w Resign", Command::Resign(White));
        check("play b Z25", Command::Play((Black, Move::At(at(25, 25)))));
        check("undo", Command::Undo(1));
        check("undo 0", Command::Undo(1));
        check("gg-undo", Command::Undo(1));
        check("gg-undo 0", Command::Undo(0));
        check("gg-undo 12", Command::Undo(12));
        check(
            "set_free_handicap d4 j9",
            Command::SetFreeHandicap(vec![at(4, 4), at(9, 9)]),
        );
        let left = |seconds, stones| Command::TimeLeft {
            color: White,
            seconds,
            stones,
        };
        check("time_left w 12.5 3", left(12.5, 3));
        check("time_left w -5 0", left(-5.0, 0));
        check(
            "loadsgf my games/a b.sgf 12",
            Command::LoadSgf {
                path: "my games/a b.sgf".into(),
                before: Some(12),
            },
        );
        check(
            "loadsgf 12",
            Command::LoadSgf {
                path: "12".into(),
                before: None,
            },
        );
        check(
            "loadsgf a b",
            Command::LoadSgf {
                path: "a b".into(),
                before: None,
            },
        );
        check("printsgf", Command::PrintSgf(None));
        check(
            "kgs-rules japanese and more",
            Command::SetRules(Rules::preset("japanese").unwrap()),
        );
        check(
            "kata-set-rules {\"ko\": \"SIMPLE\"}",
            Command::SetRules(kata::read("{\"ko\": \"SIMPLE\"}").unwrap()),
        );
        check("gogui-setup", Command::Setup(vec![]));
        check(
            "gogui-setup b a1 W C3",
            Command::Setup(vec![(Black, at(1, 1)), (White, at(3, 3))]),
        );
        check(
            "gogui-play_sequence B a1 W pass",
            Command::PlaySequence(vec![(Black, Move::At(at(1, 1))), (White, Move::Pass)]),
        );
    }

    #[test]
    fn clocks_are_read() {
        let settings = |line, control| check(line, Command::TimeSettings(control));
        settings("time_settings 60 0 0", TimeControl::Absolute { main: 60.0 });
        settings("time_settings 60 10 0", TimeControl::None);
        settings(
            "time_settings 60 10 5",
            TimeControl::Canadian {
                main: 60.0,
                overtime: 10.0,
                stones: 5,
            },
        );
        settings("kgs-time_settings none", TimeControl::None);
        settings(
            "kgs-time_settings byoyomi 60 10 5",
            TimeControl::Byoyomi {
                main: 60.0,
                period: 10.0,
                periods: 5,
            },
        );
        settings(
            "kata-time_settings absolute 0.5",
            TimeControl::Absolute { main: 0.5 },
        );
        let fischer = |most, most_per_move| TimeControl::Fischer {
            main: 60.0,
            increment: 10.0,
            most,
            most_per_move,
        };
        settings("kata-time_settings fischer 60 10", fischer(None, None));
        settings(
            "kata-time_settings fischer-capped 60 10 120 -1",
            fischer(Some(120.0), None),
        );
        refuse(&[
            "time_settings -1 0 0",
            "time_settings a b c",
            "time_settings 1 2",
            "kgs-time_settings fischer 1 2",
        ]);
        refuse(&[
            "time_settings 99999999999999999999 0 0",
            "time_left b abc 0",
            "time_left b",
            "time_left x 1 1",
        ]);
        refuse(&[
            "kgs-time_settings",
            "kgs-time_settings byoyomi 1 1",
            "kata-time_settings fischer-capped 1 1 1",
        ]);
    }

    #[test]
    fn bad_arguments_are_refused() {
        refuse(&[
            "boardsize",
            "boardsize -1",
            "boardsize abc",
            "boardsize 9.5",
            "boardsize 0x13",
            "boardsize 1e1",
        ]);
        refuse(&[
            "boardsize 9 9 9",
            "name x",
            "clear_board now",
            "undo 1",
            "undo 00",
            "undo 0 0",
            "genmove b b",
            "final_score 1",
        ]);
        refuse(&[
            "komi",
            "komi nan",
            "komi inf",
            "komi -inf",
            "komi 1e999",
            "komi 6,5",
            "komi 6.5x",
            "komi --1",
            "komi .",
        ]);
        refuse(&[
            "play",
            "play b",
            "play d4",
            "play x d4",
            "play d4 b",
            "play bl d4",
            "play blackwhite d4",
            "play 1 d4",
        ]);
        refuse(&[
            "play b i5",
            "play b a0",
            "play b a26",
            "play b aa",
            "play b 1",
            "play b a",
            "play b a-1",
            "play b a1a",
        ]);
        refuse(&[
            "play b a99999999999999999999",
            "play b a257",
            "play b é4",
            "play b d４",
            "play b (3,3)",
            "play b passed",
        ]);
        refuse(&[
            "set_free_handicap d4 pass",
            "final_status_list DEAD?",
            "final_status_list",
            "final_status_list nosuch",
        ]);
        refuse(&[
            "genmove",
            "genmove 1",
            "fixed_handicap -1",
            "fixed_handicap abc",
            "loadsgf",
            "kata-set-rules",
        ]);
        refuse(&[
            "gogui-play_sequence b",
            "gogui-play_sequence b a1 w",
            "gogui-setup b pass",
            "kata-set-rule ko",
        ]);
        for line in [
            "",
            "nosuch",
            "NAME",
            "!",
            "=",
            "= 1",
            "play1 b a1",
            "\u{a0}name",
        ] {
            assert_eq!(command(line), Err(Unreadable::UnknownCommand), "{line}");
        }
    }

    #[test]
    fn names_and_keys_are_looked_up_once_the_form_is_right() {
        let unknown = |line| command(line).map_err(|error| error.to_string());
        let refused = |line, beginning| {
            let error = unknown(line).unwrap_err();
            assert!(error.starts_with(beginning), "{line}: {error}");
        };
        refused("kata-set-rules nosuch", "unknown rules");
        refused("kgs-rules nosuch", "unknown rules");
        refused("kata-set-rule nosuch 1", "unknown key nosuch");
        refused("kata-set-rule nosuch 1 2", "syntax error");
        refused("wakari-param_rules komi x", "komi must be a number");
        refused("wakari-param_search nosuch 1", "unknown parameter");
        refused("wakari-param_search nosuch 1 2", "syntax error");
        check(
            "kgs-rules Chinese",
            Command::SetRules(Rules::preset("chinese-kgs").unwrap()),
        );
    }

    #[test]
    fn names_are_told_apart() {
        let mut all: Vec<&str> = names().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), TABLE.len());
        assert!(all.iter().all(|name| !name.contains(' ')));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let seed = 2;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pieces = [
            "play",
            "b",
            "w",
            "d4",
            "pass",
            " ",
            "  ",
            "1",
            "99999999999",
            "-",
            ".",
            "é",
            "\u{0}",
            "{",
            "boardsize",
            "fischer",
        ];
        for _ in 0..20_000 {
            let form = &TABLE[rng.random_range(0..TABLE.len())];
            let mut line = if rng.random_bool(0.8) {
                format!("{} ", form.name)
            } else {
                String::new()
            };
            for _ in 0..rng.random_range(0..6) {
                line += pieces[rng.random_range(0..pieces.len())];
                if rng.random_bool(0.5) {
                    line.push(' ');
                }
                if rng.random_bool(0.1) {
                    line.push(rng.random_range('\u{0}'..'\u{3000}'));
                }
            }
            _ = ParsedLine::parse(&line);
        }
    }
}
