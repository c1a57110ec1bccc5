//! `wakari score --worker`: JSON lines in, JSON lines out, for distributed work.
//!
//! Each line is answered at once, in order, by one line that depends on nothing else: equal
//! requests get equal bytes on every machine. Errors in a request are part of its answer; the exit
//! status reports only faults that a retry may not have.

use crate::mcts::tree::oracle::Oracle;
use crate::referee::game::scoring::Request;
use crate::ui::cli::lines::{Line, Lines};
use crate::ui::json;
use crate::util::files::LONGEST_FILE;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Answers the lines of `input` on `output` until it ends. Blank lines are skipped.
///
/// # Errors
///
/// Returns the first error of `input` or `output`.
pub(super) fn serve(
    oracle: Option<&Arc<dyn Oracle>>,
    usual: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut lines = Lines::new(input, LONGEST_FILE);
    while let Some(line) = lines.next_line()? {
        let mut answer = match line {
            Line::Whole(line) => json::answer_asking(oracle, line, usual),
            Line::TooLong(line) => json::refusal(
                line,
                &format!("line longer than {} MiB", LONGEST_FILE >> 20),
            ),
        };
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::referee::judge::Effort;
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
    use serde_json::Value;

    fn ask(input: &[u8]) -> Vec<Value> {
        let usual = Request {
            effort: Effort {
                playouts: 50,
                ..Effort::default()
            },
            ..Request::default()
        };
        let mut output = Vec::new();
        serve(None, &usual, input, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'));
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn each_line_has_its_answer() {
        let input = r#"
            {"id": "a", "sgf": "(;SZ[3]KM[0]RU[Chinese];B[bb];W[];B[])"}

            {"id": 7, "size": 3, "moves": [["B","B2"],["w","pass"]], "komi": 0, "rules": "chinese", "more": []}
            {"id": {"x": 1.50}, "size": [3, 2], "moves": [], "rules": {"scoring": "AREA", "ko": "SIMPLE"}}
            {"id": "b", "sgf": "(;SZ[3]KM[0];B[bb];W[];B[])", "after": 1}
            {"id": 12345678901234567890123, "sgf": "(;SZ[3])"}"#;
        let found = ask(input.as_bytes());
        let results: Vec<(String, String)> = found
            .iter()
            .map(|answer| (answer["id"].to_string(), answer["score"].to_string()))
            .collect();
        let scores = ["B+9", "B+9", "W+7.5", "B+8", "W+6.5"];
        let ids = ["\"a\"", "7", "{\"x\":1.5}", "\"b\""];
        for (index, score) in scores.iter().enumerate() {
            assert_eq!(results[index].1, format!("\"{score}\""), "{found:?}");
        }
        for (index, id) in ids.iter().enumerate() {
            assert_eq!(results[index].0, *id);
        }
        assert_eq!(found.len(), 5);
        assert_eq!(found[0]["version"], env!("CARGO_PKG_VERSION"));
        assert!(
            found[0]["settings"]
                .as_str()
                .unwrap()
                .contains("playouts 50")
        );
        assert!(
            found[0].get("seconds").is_none(),
            "the same bytes each time"
        );
    }

    #[test]
    fn a_position_is_asked_for_by_its_stones() {
        let picture = "X X O . . . O O . . X . . X X . . O O . . X . . .";
        let rows: Vec<&str> = picture.split(' ').collect();
        for colors in [["b", "w"], ["w", "b"]] {
            let stones: Vec<Value> = (0..25)
                .filter_map(|at| {
                    let color = ["X", "O"].iter().position(|name| *name == rows[at])?;
                    let vertex = format!("{}{}", ["A", "B", "C", "D", "E"][at % 5], 5 - at / 5);
                    Some(serde_json::json!([colors[color], vertex]))
                })
                .collect();
            let request = serde_json::json!({
                "id": 1, "size": 5, "stones": stones, "rules": "chinese", "komi": 0,
                "to_move": colors[0], "dead": ["C5"], "prisoners": {"black": 3, "white": 4},
                "judge_as": "game", "explain": ["C5", "E5"], "language": "ja",
            });
            let [answer] = &ask(request.to_string().as_bytes())[..] else {
                panic!("one line has one answer");
            };
            assert_eq!(answer["error"], Value::Null, "{answer}");
            assert_eq!(answer["judged_as"], "stopped");
            assert_eq!(answer["prisoners"]["white"], 4);
            let told = answer["explanation"].as_str().unwrap();
            assert!(told.contains("C5") && told.contains("E5"), "{told}");
        }
    }

    #[test]
    fn two_rule_sets_are_compared_and_a_record_is_checked() {
        let found = ask(
            br#"{"sgf": "(;SZ[3]KM[0]RE[B+3]RU[Chinese];B[bb];W[];B[])", "compare": "japanese", "check": true}"#,
        );
        assert!(found[0]["explanation"].is_string(), "{found:?}");
        assert_eq!(found[0]["agrees"], false);
        assert!(found[0]["reasons"].is_array(), "{found:?}");
    }

    #[test]
    fn a_picture_comes_with_its_words() {
        let asked = |more: &str| {
            let record = "(;SZ[3]KM[0]RU[Chinese];B[bb];W[];B[])";
            let line = format!(r#"{{"sgf": "{record}"{more}}}"#);
            ask(line.as_bytes()).remove(0)["picture"].clone()
        };
        assert_eq!(asked(""), Value::Null);
        for (more, name) in [("", "Black's point"), (r#", "language": "ja""#, "黒地")] {
            let picture = asked(&format!(r#", "picture": true{more}"#));
            let svg = picture["svg"].as_str().unwrap();
            let side =
                2.0 * picture["margin"].as_f64().unwrap() + 2.0 * picture["cell"].as_f64().unwrap();
            assert!(
                svg.contains(&format!(r#"viewBox="0 0 {side} {side}""#)),
                "{svg}"
            );
            let names: Vec<&Value> = picture["legend"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mark| &mark["name"])
                .collect();
            assert!(names.contains(&&Value::from(name)), "{names:?}");
            assert!(picture["count"].as_array().unwrap().len() >= 3);
        }
    }

    #[test]
    fn an_id_is_echoed_as_it_stands() {
        for id in ["12345678901234567890123", "1.50", "\"\\u00e9\"", "[1, 2]"] {
            let mut output = Vec::new();
            let line = format!("{{\"id\": {id}, \"sgf\": \"(;SZ[2])\"}}");
            serve(None, &Request::default(), line.as_bytes(), &mut output).unwrap();
            let text = String::from_utf8(output).unwrap();
            assert!(text.starts_with(&format!("{{\"id\":{id},")), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_its_answer() {
        let lines = [
            "{\"id\": 1}",
            "{\"id\": 1, \"sgf\": 5}",
            "{\"id\": 1, \"sgf\": \"\"}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5];AW[aa]AB[ab][ba])\"}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"moves\": []}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"after\": 1}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"komi\": 1e9}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"rules\": \"chess\"}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"rules\": 3}",
            "{\"id\": 1, \"size\": 26, \"moves\": []}",
            "{\"id\": 1, \"size\": 9, \"moves\": [[\"B\", \"K1\"]]}",
            "{\"id\": 1, \"size\": 9, \"moves\": [[\"B\", \"A1 \\n\"]]}",
            "{\"id\": 1, \"size\": 9, \"moves\": [[\"\", \"\"]]}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"stones\": []}",
            "{\"id\": 1, \"size\": 2, \"stones\": [[\"b\", \"pass\"]]}",
            "{\"id\": 1, \"size\": 2, \"stones\": [[\"b\", \"A1\"], [\"w\", \"A1\"]]}",
            "{\"id\": 1, \"size\": 2, \"stones\": [[\"b\", \"A1\"], [\"w\", \"A2\"], [\"w\", \"B1\"]]}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"dead\": [\"A1\"]}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"dead\": [\"Z9\"]}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"to_move\": \"red\"}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"judge_as\": \"painting\"}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"prisoners\": {\"black\": -1, \"white\": 0}}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"prisoners\": {\"black\": 4000000000, \"white\": 0}}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"explain\": [\"C3\"]}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"explain\": true, \"compare\": \"chinese\"}",
            "{\"id\": 1, \"size\": 2, \"stones\": [], \"language\": \"xx\"}",
        ];
        let found = ask(lines.join("\n").as_bytes());
        assert_eq!(found.len(), lines.len());
        for (answer, line) in found.iter().zip(lines) {
            assert_eq!(answer["id"], 1, "{line}");
            assert!(
                answer["error"].is_string() && answer.get("score").is_none(),
                "{line}"
            );
        }
        for line in ["x", "[]", "{\"id\"", "{} {}", "{}\u{feff}"] {
            let found = ask(line.as_bytes());
            assert!(
                found[0]["id"].is_null() && found[0]["error"].is_string(),
                "{line}"
            );
            assert_eq!(found[0]["line"], line);
        }
        assert_eq!(ask(b"\xff\xfe\x00").len(), 1);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_at_the_beginning_only() {
        let line = "{\"id\": 1, \"sgf\": \"(;SZ[2])\"}";
        let found = ask(format!("\u{feff}{line}\n{line}\n\u{feff}{line}\n").as_bytes());
        let has_score = |answer: &Value| answer.get("score").is_some();
        let scored: Vec<bool> = found.iter().map(has_score).collect();
        assert_eq!(scored, [true, true, false]);
        assert_eq!(ask(&"\u{feff}".as_bytes()[..2]).len(), 1);
    }

    #[test]
    fn a_line_is_bounded_and_the_next_one_is_read() {
        let mut input = vec![b' '; LONGEST_FILE as usize + 10];
        input.extend(b"\n{\"id\": 2, \"sgf\": \"(;SZ[2])\"}\n");
        let found = ask(&input);
        assert_eq!(found.len(), 2);
        assert!(found[0]["error"].as_str().unwrap().contains("longer"));
        assert_eq!(found[1]["id"], 2);
        let nested = "[".repeat(1 << 20);
        assert_eq!(ask(nested.as_bytes()).len(), 1);
    }

    #[test]
    fn any_bytes_are_answered() {
        let seed = 5;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let good =
            "{\"id\": 3, \"size\": 2, \"moves\": [[\"B\",\"A1\"]], \"sgf\": \"(;SZ[2];B[aa])\"}";
        for _ in 0..2_000 {
            let mut line = good.as_bytes().to_vec();
            for _ in 0..random.random_range(1..5) {
                let at = random.random_range(0..line.len());
                line[at] = match random.random_range(0..4) {
                    0 => random.random(),
                    1 => b'"',
                    2 => b'}',
                    _ => line[random.random_range(0..line.len())],
                };
            }
            let lines = line
                .split(|&byte| byte == b'\n')
                .filter(|part| !part.trim_ascii().is_empty());
            let expected = lines.count();
            assert_eq!(ask(&line).len(), expected, "{}", line.escape_ascii());
        }
    }
}
