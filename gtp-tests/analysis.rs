//! Sessions with `wakari analysis` in a child process: queries of each kind, errors, priorities and
//! termination.

mod engine;

use engine::Engine;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Timeout for a line.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client of the analysis engine.
struct Client(Engine);

impl Client {
    fn start(options: &[&str]) -> Client {
        let usual = ["analysis", "--seed", "1", "--memory", "64"];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        Client(Engine::start([&usual[..], options].concat(), folder))
    }

    fn say(&mut self, line: &str) {
        assert!(self.0.say(&format!("{line}\n")), "the engine reads");
    }

    fn ask(&mut self, query: &Value) {
        self.say(&query.to_string());
    }

    fn hear(&mut self) -> Value {
        let line = self.0.line(PATIENCE).expect("the engine answers in time");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Returns the answer to a query that has exactly one.
    fn analyze(&mut self, query: &Value) -> Value {
        self.ask(query);
        let answer = self.hear();
        assert_eq!(answer["id"], query["id"], "{answer}");
        answer
    }

    /// Returns all further lines; the engine must exit with success.
    #[track_caller]
    fn close(self) -> Vec<Value> {
        let (lines, ended) = self.0.close(PATIENCE);
        assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
        let read = |line: &String| serde_json::from_str(line).expect("JSON");
        lines.iter().map(read).collect()
    }
}

/// A query on a 5×5 board, with more fields.
fn query(id: &str, more: Value) -> Value {
    let mut query = json!({
        "id": id, "boardXSize": 5, "boardYSize": 5, "rules": "chinese", "komi": 0.5, "moves": [], "maxVisits": 40,
    });
    for (field, value) in more.as_object().expect("fields") {
        query[field] = value.clone();
    }
    query
}

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Checks the invariants of an answer with results.
#[track_caller]
fn check(answer: &Value, visits: u64, points: usize) {
    let infos = answer["moveInfos"].as_array().expect("moves");
    assert!(!infos.is_empty());
    let (mut sum, mut priors) = (0, 0.0);
    for (order, info) in infos.iter().enumerate() {
        assert_eq!(info["order"], order, "{info}");
        assert_eq!(info["pv"][0], info["move"], "{info}");
        assert_eq!(info["scoreLead"], info["scoreMean"], "{info}");
        assert_eq!(info["visits"], info["edgeVisits"], "{info}");
        assert!((0.0..=1.0).contains(&number(&info["winrate"])), "{info}");
        assert!((-1.3..=1.3).contains(&number(&info["utility"])), "{info}");
        assert!(number(&info["scoreStdev"]) >= 0.0, "{info}");
        sum += info["visits"].as_u64().expect("a number");
        priors += number(&info["prior"]);
    }
    assert!(priors > 0.0 && priors < 1.001, "{priors}");
    let root = &answer["rootInfo"];
    assert_eq!(root["visits"].as_u64(), Some(visits));
    assert!(sum > visits / 2 && sum <= visits, "{sum} of {visits}");
    for name in ["winrate", "scoreLead", "utility", "lcb"] {
        assert_eq!(root[name], infos[0][name], "{name}");
    }
    let lists = infos.iter().chain([answer]);
    for list in lists.flat_map(|of| [&of["ownership"], &of["ownershipStdev"]]) {
        if !list.is_null() {
            let found = numbers(list);
            assert_eq!(found.len(), points);
            assert!(
                found.iter().all(|of| (-1.0..=1.0).contains(of)),
                "{found:?}"
            );
        }
    }
}

#[test]
fn everything_that_is_wanted_is_told() {
    let mut client = Client::start(&["--threads", "1"]);
    let wanted = json!({
        "boardXSize": 6, "boardYSize": 4, "moves": [["B", "C3"], ["W", "D2"]], "maxVisits": 60,
        "includeOwnership": true, "includeOwnershipStdev": true, "includeMovesOwnership": true,
        "includeMovesOwnershipStdev": true, "includePolicy": true, "includePVVisits": true, "analysisPVLen": 1,
    });
    let answer = client.analyze(&query("all", wanted));
    check(&answer, 60, 24);
    assert_eq!(
        (&answer["turnNumber"], &answer["isDuringSearch"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(answer["rootInfo"]["currentPlayer"], "B");
    for info in answer["moveInfos"].as_array().expect("moves") {
        assert!(info["ownership"].is_array() && info["ownershipStdev"].is_array());
        let variation = info["pv"].as_array().expect("a line of play").len();
        assert!(variation <= 2 && numbers(&info["pvVisits"]).len() == variation);
        assert_eq!(info["pvVisits"][0], info["visits"]);
    }
    let policy = numbers(&answer["policy"]);
    let sum: f64 = policy.iter().filter(|&&of| of > 0.0).sum();
    assert!(policy.len() == 25 && (sum - 1.0).abs() < 1e-3, "{policy:?}");
    // C3 is in the second of four rows, D2 in the third.
    let illegal: Vec<usize> = (0..25).filter(|&at| policy[at] == -1.0).collect();
    assert_eq!(illegal, [6 + 2, 2 * 6 + 3]);
    let bare = client.analyze(&query("bare", json!({})));
    check(&bare, 40, 25);
    for absent in ["ownership", "ownershipStdev", "policy", "noResults"] {
        assert_eq!(bare[absent], Value::Null, "{absent}");
    }
    assert_eq!(bare["moveInfos"][0]["pvVisits"], Value::Null);
    assert_eq!(client.close(), [Value::Null; 0]);
}

/// Compares the answer to a query sent alone with its answers among other queries.
#[test]
fn answers_come_from_nothing_but_their_queries() {
    let more = json!({"moves": [["B", "C3"], ["W", "B2"]], "includeOwnership": true, "includePolicy": true});
    let mut client = Client::start(&["--threads", "1"]);
    let alone = client.analyze(&query("q", more.clone()));
    let mut client = Client::start(&["--threads", "1", "--analysis-threads", "3"]);
    for other in 0..12 {
        client.ask(&query(&format!("{other}"), json!({"analyzeTurns": [0]})));
    }
    client.ask(&query("q", more.clone()));
    client.ask(&query("q", more));
    let told = client.close();
    assert_eq!(told.len(), 14);
    let same: Vec<&Value> = told.iter().filter(|answer| answer["id"] == "q").collect();
    assert_eq!(same, [&alone; 2]);
}

#[test]
fn each_perspective_tells_the_same_from_another_side() {
    let mut client = Client::start(&["--threads", "1"]);
    for moves in [json!([]), json!([["B", "C3"]])] {
        let mut told = |side: Option<&str>| {
            let settings = side.map_or(json!({}), |side| json!({"reportAnalysisWinratesAs": side}));
            let more =
                json!({"moves": moves, "includeOwnership": true, "overrideSettings": settings});
            client.analyze(&query("a", more))
        };
        let [usual, black, white, mover] =
            [None, Some("BLACK"), Some("WHITE"), Some("SIDETOMOVE")].map(&mut told);
        assert_eq!(usual, black);
        assert_eq!(
            mover,
            if black["rootInfo"]["currentPlayer"] == "B" {
                black.clone()
            } else {
                white.clone()
            }
        );
        let root = |answer: &Value, name: &str| number(&answer["rootInfo"][name]);
        for (name, sum) in [
            ("winrate", 1.0),
            ("lcb", 1.0),
            ("scoreLead", 0.0),
            ("utility", 0.0),
        ] {
            let found = root(&black, name) + root(&white, name);
            assert!((found - sum).abs() < 1e-5, "{name}: {found}");
        }
        assert_eq!(root(&black, "scoreStdev"), root(&white, "scoreStdev"));
        let both = numbers(&black["ownership"])
            .into_iter()
            .zip(numbers(&white["ownership"]));
        assert!(both.into_iter().all(|(one, other)| one == -other));
    }
}

/// On this board everything is proved: Black has two eyes on the left, White on the right. The test
/// also covers its images: mirrored, rotated by 180°, transposed, and with colors swapped.
#[test]
fn what_is_proved_is_told_exactly_on_every_image_of_the_board() {
    let picture = [".XXO.", "X.XOO", "XXXO.", "X.XOO", ".XXO."];
    let stones = |image: &dyn Fn(usize, usize) -> (usize, usize), black: &str, white: &str| {
        let mut stones = Vec::new();
        for (row, line) in picture.iter().enumerate() {
            for (column, point) in line.chars().enumerate() {
                let (column, row) = image(column, row);
                let at = format!("({column},{row})");
                match point {
                    'X' => stones.push(json!([black, at])),
                    'O' => stones.push(json!([white, at])),
                    _ => {}
                }
            }
        }
        stones
    };
    let mut client = Client::start(&["--threads", "1"]);
    let images: [&dyn Fn(usize, usize) -> (usize, usize); 4] = [
        &|column, row| (column, row),
        &|column, row| (4 - column, row),
        &|column, row| (4 - column, 4 - row),
        &|column, row| (row, column),
    ];
    for image in images {
        for (black, white, sign) in [("B", "W", 1.0), ("W", "B", -1.0)] {
            let mut expected = vec![0.0; 25];
            for column in 0..5 {
                for row in 0..5 {
                    let (to, down) = image(column, row);
                    expected[5 * down + to] = if column < 3 { sign } else { -sign };
                }
            }
            let more = json!({
                "initialStones": stones(image, black, white), "includeOwnership": true,
                "includeOwnershipStdev": true, "includeMovesOwnership": true,
            });
            let answer = client.analyze(&query("a", more));
            assert_eq!(numbers(&answer["ownership"]), expected);
            assert_eq!(numbers(&answer["ownershipStdev"]), [0.0; 25]);
            for info in answer["moveInfos"].as_array().expect("moves") {
                assert_eq!(numbers(&info["ownership"]), expected, "{info}");
            }
        }
    }
}

/// After two passes, or with `judge`, the ownership includes what reading proves.
#[test]
fn a_judged_position_has_its_proofs() {
    // Bent four in the corner is dead by the 2012 proposal. Unconditional life cannot show this.
    let black = "A4 B4 C4 F4 G4 H4 F3 G3 H3 J3 C2 D2 E2 F2 G2 H2 A1 B1 C1 D1 E1 F1 G1 H1 J1";
    let white = "E4 B3 C3 D3 E3 A2 B2";
    let placed = |color: &str, points: &str| -> Vec<Value> {
        points.split(' ').map(|at| json!([color, at])).collect()
    };
    let stones = [placed("B", black), placed("W", white)].concat();
    let mut client = Client::start(&["--threads", "1"]);
    let mut corner = |more: Value| {
        let mut asked = json!({
            "boardXSize": 9, "boardYSize": 4, "rules": "proposal-2012", "initialStones": stones,
            "initialPlayer": "B", "includeOwnership": true, "maxVisits": 10,
        });
        for (field, value) in more.as_object().expect("fields") {
            asked[field] = value.clone();
        }
        let answer = client.analyze(&query("a", asked));
        // White's A2, in the third row.
        numbers(&answer["ownership"])[2 * 9]
    };
    assert_eq!(
        corner(json!({"moves": [["B", "pass"], ["W", "pass"]]})),
        1.0
    );
    assert_eq!(corner(json!({"overrideSettings": {"judge": true}})), 1.0);
    assert!(corner(json!({})) < 1.0, "nothing is read where nobody asks");
}

#[test]
fn errors_and_warnings_keep_the_session_going() {
    let mut client = Client::start(&["--threads", "1"]);
    let long = format!(r#"{{"id":"{}"}}"#, "x".repeat(2 << 20));
    let deep = format!(r#"{{"id":"a","moves":{}"#, "[".repeat(10_000));
    for (line, field, id) in [
        ("no json", None, None),
        ("[]", None, None),
        ("{}", None, None),
        (r#"{"id":5}"#, None, None),
        (&*long, None, None),
        (&deep, None, None),
        (r#"{"id":"a"}"#, Some("boardXSize"), Some("a")),
        (r#"{"id":"a","action":"nosuch"}"#, Some("action"), Some("a")),
        (
            r#"{"id":"a","action":"terminate"}"#,
            Some("terminateId"),
            Some("a"),
        ),
        (
            r#"{"id":"a","boardXSize":29,"boardYSize":9,"moves":[]}"#,
            Some("boardXSize"),
            Some("a"),
        ),
        (
            r#"{"id":"a","boardXSize":9,"boardYSize":9}"#,
            Some("moves"),
            Some("a"),
        ),
        (
            r#"{"id":"a","boardXSize":9,"boardYSize":9,"moves":[],"rules":"chess"}"#,
            Some("rules"),
            Some("a"),
        ),
        (
            r#"{"id":"a","boardXSize":9,"boardYSize":9,"moves":[["B","A1"],["W","A1"]]}"#,
            Some("moves"),
            Some("a"),
        ),
    ] {
        client.say(line);
        let answer = client.hear();
        let shown = &line[..line.len().min(100)];
        assert!(answer["error"].is_string(), "{shown}: {answer}");
        assert_eq!(
            (answer["field"].as_str(), answer["id"].as_str()),
            (field, id),
            "{shown}: {answer}"
        );
    }
    client.say("");
    client.ask(&query(
        "w",
        json!({"nosuch": 1, "overrideSettings": {"humanSLProfile": "rank_1d"}}),
    ));
    let told = [client.hear(), client.hear(), client.hear()];
    assert_eq!(
        told[0],
        json!({"field": "nosuch", "id": "w", "warning": "unused field"})
    );
    assert_eq!(told[1]["field"], "overrideSettings");
    check(&told[2], 40, 25);
    assert_eq!(client.close(), [Value::Null; 0]);
}

/// On a settled board, the lead has the right sign under every rule set.
#[test]
fn every_rule_set_is_analyzed() {
    let mut client = Client::start(&["--threads", "1"]);
    let stones: Vec<Value> = (1..=5)
        .flat_map(|row| {
            [
                json!(["B", format!("C{row}")]),
                json!(["W", format!("D{row}")]),
            ]
        })
        .collect();
    let names = [
        "japanese-1949",
        "japanese",
        "proposal-2012",
        "improved-2009",
        "chinese",
        "aga",
        "ing",
        "tromp-taylor",
        "stone-scoring",
        "pure-go",
    ];
    for name in names {
        for color in ["B", "W"] {
            let more =
                json!({"initialStones": stones, "rules": name, "initialPlayer": color, "komi": 0});
            let answer = client.analyze(&query(name, more));
            check(&answer, 40, 25);
            assert!(
                number(&answer["rootInfo"]["scoreLead"]) > 0.0,
                "{name}: {answer}"
            );
        }
    }
    let object = json!({"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": false});
    let answer = client.analyze(&query(
        "o",
        json!({"rules": object, "whiteHandicapBonus": "N-1"}),
    ));
    check(&answer, 40, 25);
}

#[test]
fn moves_are_avoided_and_allowed() {
    let mut client = Client::start(&["--threads", "1"]);
    let moves = |answer: &Value| -> BTreeSet<String> {
        let infos = answer["moveInfos"].as_array().expect("moves");
        infos
            .iter()
            .map(|info| info["move"].as_str().expect("a text").to_owned())
            .collect()
    };
    let some = ["B2", "C3", "D4", "pass"];
    let only = |names: &[&str]| -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    };
    let entry = json!([{"player": "B", "moves": some, "untilDepth": 1}]);
    let allowed = client.analyze(&query("a", json!({"allowMoves": entry, "maxVisits": 100})));
    check(&allowed, 100, 25);
    assert!(moves(&allowed).is_subset(&only(&some)), "{allowed}");
    let avoided = client.analyze(&query("a", json!({"avoidMoves": entry, "maxVisits": 100})));
    assert!(moves(&avoided).is_disjoint(&only(&some)), "{avoided}");
    // Restrictions on White's moves do not apply to Black.
    let entry = json!([{"player": "W", "moves": some, "untilDepth": 1}]);
    let free = client.analyze(&query("a", json!({"avoidMoves": entry, "maxVisits": 100})));
    assert!(moves(&free).contains("C3"), "{free}");
}

#[test]
fn a_search_reports_on_its_way_and_ends_when_it_is_terminated() {
    let mut client = Client::start(&["--analysis-threads", "2"]);
    let without_end = json!({"maxVisits": 1_000_000_000, "reportDuringSearchEvery": 0.05, "boardXSize": 9, "boardYSize": 9});
    client.ask(&query("watched", without_end));
    let mut visits = 0;
    for _ in 0..4 {
        let report = client.hear();
        assert_eq!(
            (&report["id"], &report["isDuringSearch"]),
            (&json!("watched"), &json!(true))
        );
        let now = report["rootInfo"]["visits"].as_u64().expect("a number");
        assert!(now > visits, "{now} after {visits}");
        visits = now;
    }
    // An unknown id or another turn terminates nothing.
    client.say(r#"{"id":"stop!x","action":"terminate","terminateId":"x","more":[1]}"#);
    client.say(r#"{"id":"stop!y","action":"terminate","terminateId":"watched","turnNumbers":[7]}"#);
    let mut told = BTreeMap::new();
    while !told.contains_key("stop!y") {
        let line = client.hear();
        if line["isDuringSearch"] != true {
            told.insert(line["id"].as_str().expect("an id").to_owned(), line);
        }
    }
    let echo = json!({"id": "stop!x", "action": "terminate", "terminateId": "x", "more": [1]});
    assert_eq!(told["stop!x"], echo);
    assert!(!told.contains_key("watched"));
    client.say(r#"{"id":"stop","action":"terminate","terminateId":"watched"}"#);
    let begun = Instant::now();
    let last = loop {
        let line = client.hear();
        if line["isDuringSearch"] == false {
            break line;
        }
    };
    assert!(begun.elapsed() < Duration::from_secs(10));
    let found = last["rootInfo"]["visits"].as_u64().expect("a number");
    assert!(last["id"] == "watched" && found >= visits, "{last}");
    let rest = client.close();
    assert!(rest.iter().all(|line| line["id"] == "stop"), "{rest:?}");
}

/// With one analysis thread, jobs run in order of priority. A job that is terminated before it
/// starts is answered at once.
#[test]
fn the_urgent_comes_first_and_what_waits_can_be_taken_back() {
    let mut client = Client::start(&["--analysis-threads", "1", "--threads", "1"]);
    client.ask(&query(
        "first",
        json!({"maxVisits": 1_000_000_000, "overrideSettings": {"maxTime": 2}, "firstReportDuringSearchAfter": 0.01}),
    ));
    assert_eq!(client.hear()["isDuringSearch"], true);
    let passes: Vec<Value> = (0..3)
        .map(|turn| json!([if turn % 2 == 0 { "B" } else { "W" }, "pass"]))
        .collect();
    let many = json!({"moves": passes, "analyzeTurns": [0, 1, 2], "priorities": [-5, 7, 3]});
    client.ask(&query("many", many));
    client.ask(&query("low", json!({"priority": -1})));
    client.ask(&query("high", json!({"priority": 10_000})));
    client.ask(&query("gone", json!({"priority": 20_000})));
    client.say(r#"{"id":"t","action":"terminate","terminateId":"gone"}"#);
    let gone = json!({"id": "gone", "isDuringSearch": false, "noResults": true, "turnNumber": 0});
    assert_eq!(client.hear(), gone);
    assert_eq!(client.hear()["action"], "terminate");
    let told: Vec<(String, u64)> = client
        .close()
        .iter()
        .map(|answer| {
            let id = answer["id"].as_str().expect("an id").to_owned();
            (id, answer["turnNumber"].as_u64().expect("a number"))
        })
        .collect();
    let expected = [
        ("first", 0),
        ("high", 0),
        ("many", 1),
        ("many", 2),
        ("low", 0),
        ("many", 0),
    ];
    assert_eq!(told, expected.map(|(id, turn)| (id.to_owned(), turn)));
}

#[test]
fn all_can_be_terminated_at_once() {
    let mut client = Client::start(&["--analysis-threads", "1", "--threads", "1"]);
    for id in ["a", "b", "c"] {
        client.ask(&query(id, json!({"maxVisits": 1_000_000_000})));
    }
    client.say(r#"{"id":"t","action":"terminate_all"}"#);
    let told: Vec<Value> = (0..4).map(|_| client.hear()).collect();
    let ids: BTreeSet<&str> = told
        .iter()
        .filter_map(|answer| answer["id"].as_str())
        .collect();
    assert_eq!(ids, BTreeSet::from(["a", "b", "c", "t"]));
    let without = told
        .iter()
        .filter(|answer| answer["noResults"] == true)
        .count();
    assert!(without >= 2, "{told:?}");
    let next = client.analyze(&query("next", json!({})));
    check(&next, 40, 25);
}

/// At the end of input, queries are completed, or dropped with `-quit-without-waiting`.
#[test]
fn the_end_of_the_input_waits_for_what_was_asked_or_does_not() {
    let turns: Vec<u32> = (0..=10).collect();
    let passes: Vec<Value> = (0..10)
        .map(|turn| json!([if turn % 2 == 0 { "B" } else { "W" }, "pass"]))
        .collect();
    let more = json!({"moves": passes, "analyzeTurns": turns, "maxVisits": 5});
    let mut client = Client::start(&[]);
    client.ask(&query("a", more));
    let answers = client.close();
    let found: BTreeSet<u64> = answers
        .iter()
        .filter_map(|answer| answer["turnNumber"].as_u64())
        .collect();
    assert_eq!(found, (0..=10).collect());
    for option in ["-quit-without-waiting", "--quit-without-waiting"] {
        let mut client = Client::start(&[option]);
        client.ask(&query("a", json!({"maxVisits": 1_000_000_000})));
        client.say(r#"{"id":"v","action":"query_version"}"#);
        assert_eq!(client.hear()["version"], env!("CARGO_PKG_VERSION"));
        let begun = Instant::now();
        client.close();
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

/// Command-line options of KaTrain and Ogatak, Ogatak's queries, and the fields it reads.
#[test]
fn ogatak_is_at_home() {
    let options = [
        "-config",
        "no such file.cfg",
        "-model",
        "no/such/model.bin.gz",
        "-quit-without-waiting",
    ];
    let mut client = Client::start(&options);
    client.say(r#"{"id":"query_version","action":"query_version"}"#);
    let version = client.hear();
    let parts: Vec<u32> = version["version"]
        .as_str()
        .expect("a version")
        .split('.')
        .map(|part| part.parse().expect("a number"))
        .collect();
    assert_eq!(
        (version["action"].as_str(), parts.len()),
        (Some("query_version"), 3)
    );
    client.say(r#"{"id":"test_bs29","rules":"Chinese","boardXSize":29,"boardYSize":29,"maxVisits":1,"moves":[]}"#);
    let refused = client.hear();
    assert!(refused["id"] == "test_bs29" && refused["error"].is_string());
    let node = json!({
        "id": "node_1:1", "rules": "Chinese", "komi": 7.5, "boardXSize": 9, "boardYSize": 9, "maxVisits": 1_000_000,
        "analysisPVLen": 32, "reportDuringSearchEvery": 0.1, "includePolicy": true, "includeOwnership": true,
        "includeMovesOwnership": true,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.04},
        "initialStones": [], "moves": [["B", "E5"], ["W", "pass"]],
    });
    client.ask(&node);
    for _ in 0..2 {
        let report = client.hear();
        assert!(
            report["id"] == "node_1:1" && report["isDuringSearch"] == true,
            "{report}"
        );
        assert_eq!(report["rootInfo"]["currentPlayer"], "B");
        // Ogatak compares this hash with its own, computed from KataGo's Zobrist table.
        assert_eq!(
            report["rootInfo"]["thisHash"],
            "B2CD314B791058C9FE74B6281249D300"
        );
        let infos = report["moveInfos"].as_array().expect("moves");
        assert!(
            infos
                .iter()
                .all(|info| info["ownership"].is_array() && info["pv"].is_array())
        );
        assert_eq!(
            (
                numbers(&report["ownership"]).len(),
                numbers(&report["policy"]).len()
            ),
            (81, 82)
        );
    }
    client.say(r#"{"id":"stop!node_1:1","action":"terminate","terminateId":"node_1:1"}"#);
    let (mut is_acknowledged, mut is_over) = (false, false);
    while !(is_acknowledged && is_over) {
        let line = client.hear();
        assert_eq!(
            (&line["error"], &line["warning"]),
            (&Value::Null, &Value::Null),
            "{line}"
        );
        is_acknowledged |= line["action"] == "terminate" && line["terminateId"] == "node_1:1";
        is_over |= line["id"] == "node_1:1" && line["isDuringSearch"] == false;
    }
    client.close();
}

/// The queue is bounded: queries that do not fit are refused, all others are answered.
#[test]
fn more_than_can_wait_is_refused() {
    let mut client = Client::start(&["--analysis-threads", "1", "-quit-without-waiting"]);
    client.ask(&query(
        "long",
        json!({"maxVisits": 1_000_000_000, "priority": 5}),
    ));
    let passes: Vec<Value> = (0..50_000)
        .map(|turn| json!([if turn % 2 == 0 { "B" } else { "W" }, "pass"]))
        .collect();
    let turns: Vec<usize> = (0..passes.len()).collect();
    let many = query("many", json!({"moves": passes, "analyzeTurns": turns})).to_string();
    assert!(many.len() < 1 << 20, "{} bytes", many.len());
    for _ in 0..5 {
        client.say(&many);
    }
    client.say(r#"{"id":"v","action":"query_version"}"#);
    assert_eq!(client.hear()["id"], "v");
    client.say(&many);
    let refused = client.hear();
    assert_eq!(refused["id"], "many");
    assert!(
        refused["error"]
            .as_str()
            .expect("an error")
            .contains("too many positions"),
        "{refused}"
    );
    let begun = Instant::now();
    client.close();
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// The engine exits when its output is closed, even with an open input, writing or searching.
#[test]
fn without_readers_it_ends() {
    let much = json!({"maxVisits": 2, "boardXSize": 19, "boardYSize": 19, "includePolicy": true});
    let much: Vec<String> = (0..400)
        .map(|number| query(&number.to_string(), much.clone()).to_string())
        .collect();
    let long = query("long", json!({"maxVisits": 1_000_000_000})).to_string();
    for lines in [much.join("\n"), long] {
        let mut child = Command::new(engine::PROGRAM)
            .args(["analysis", "--seed", "1", "--memory", "64"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("the input is a pipe");
        writeln!(input, "{lines}").expect("the engine reads");
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().expect("a child").is_none(), "it goes on");
        drop(child.stdout.take());
        let begun = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if begun.elapsed() > Duration::from_secs(20) {
                _ = child.kill();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// `-override-config` applies those settings of KataGo that have an equivalent.
#[test]
fn settings_are_overridden_on_the_command_line() {
    let settings = "maxVisits=7, reportAnalysisWinratesAs=WHITE,numAnalysisThreads = 1,numSearchThreads=1, homeDataDir=/a,nnCacheSizePowerOfTwo=20";
    let options = ["-override-config", settings, "-human-model", "m.bin.gz"];
    let mut client = Client::start(&options);
    let mut asked = query("a", json!({}));
    asked
        .as_object_mut()
        .expect("an object")
        .remove("maxVisits");
    let white = client.analyze(&asked);
    assert_eq!(white["rootInfo"]["visits"], 7);
    asked["overrideSettings"] = json!({"reportAnalysisWinratesAs": "BLACK"});
    let black = client.analyze(&asked);
    let lead = |answer: &Value| number(&answer["rootInfo"]["scoreLead"]);
    assert_eq!(lead(&white), -lead(&black));
    client.close();
    let run = |options: &[&str]| {
        let wakari = Command::new(engine::PROGRAM)
            .arg("analysis")
            .args(options)
            .stdin(Stdio::null())
            .output()
            .expect("the engine starts");
        let told = String::from_utf8(wakari.stderr).expect("a text");
        (wakari.status.code(), told)
    };
    let (status, told) = run(&[
        "-config",
        "a.cfg",
        "-override-config",
        "wideRootNoise=0,x=1",
    ]);
    assert_eq!(status, Some(0));
    for line in [
        "wakari: the configuration a.cfg is not read\n",
        "wakari: without effect here: x\n",
        "\nStarted, ready to begin handling requests\n",
    ] {
        assert!(told.contains(line), "{told}");
    }
    for wrong in [
        "maxVisits=0",
        "numAnalysisThreads=many",
        "reportAnalysisWinratesAs=red",
    ] {
        let (status, told) = run(&["-override-config", wrong]);
        assert_eq!(status, Some(2), "{wrong}: {told}");
        let key = wrong.split('=').next().expect("a key");
        assert!(
            told.contains(&format!("-override-config: {key}: ")),
            "{told}"
        );
    }
    assert_eq!(run(&["-nosuch"]).0, Some(2));
}
