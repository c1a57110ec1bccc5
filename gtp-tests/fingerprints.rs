//! Fingerprints: hashes of the results of seeded playouts, searches and judgements.
//!
//! A refactoring keeps the hashes; a change of play or judgement updates them in its commit. A
//! failing test names a file with the hashed lines: write it with the old code too, and `diff`
//! shows where the results diverge.
//!
//! The hashes are those of x86-64 Linux. Networks use fused multiply-add if the processor has it
//! (AVX2 with FMA) and round differently elsewhere, so searches are compared only there. No other
//! test here evaluates a network.

use rand::RngExt;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wakari::board::{Board, Play, diagram};
use wakari::color::Color;
use wakari::game::scoring::{Request, ScoredGame};
use wakari::judge::explain::explain;
use wakari::judge::reinforce::reinforcements;
use wakari::judge::unsettled::Unsettled;
use wakari::judge::{Adjudication, Basis, Effort, Judged, Occasion, Status, adjudicate};
use wakari::life::variation::Variation;
use wakari::playout::{count, dice, play_lightly, play_out};
use wakari::point::{Move, Point, Size};
use wakari::position::Position;
use wakari::rules::Rules;
use wakari::search::{Search, SearchLimits, SearchSettings};
use wakari::sgf::Record;

/// Compares the fingerprint of a text with the expected one.
#[track_caller]
fn check(name: &str, text: &str, expected: u64) {
    if let Err(difference) = compare(name, text, expected) {
        panic!("{difference}");
    }
}

/// Like `check`, for tests that compare several texts. Keeps the text in a file.
fn compare(name: &str, text: &str, expected: u64) -> Result<(), String> {
    let found = fingerprint(text);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fingerprint-{name}.txt"));
    std::fs::write(&path, text).expect("the folder for what tests leave can be written");
    if found == expected {
        return Ok(());
    }
    let path = path.display();
    Err(format!(
        "{name}: {found:#018x} for {expected:#018x}; it is made of {path}"
    ))
}

/// FNV-1a (Fowler, Noll and Vo).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Checks the fingerprint of playouts. Each line is the result of one.
fn of_playouts(name: &str, expected: u64, play: impl Fn(&mut Board, u64) -> usize) {
    let mut text = String::new();
    for side in [5, 9, 13, 19] {
        let empty = Board::new(Size::square(side).expect("a usual size"));
        for seed in 0..100 {
            let mut board = empty.clone();
            let moves = play(&mut board, seed);
            let stones = Color::BOTH.map(|color| fingerprint(&board.stones(color).to_string()));
            let lead = count(&board);
            _ = writeln!(text, "{side} {seed}: {moves} {lead} {stones:x?}");
        }
    }
    check(name, &text, expected);
}

#[test]
fn light_playouts() {
    of_playouts("light-playouts", 0x3a0f_7081_5008_0672, |board, seed| {
        play_lightly(board, Color::Black, &mut dice(seed))
    });
}

#[test]
fn playouts_by_policy() {
    of_playouts(
        "playouts-by-policy",
        0x5271_991b_abb0_29d9,
        |board, seed| {
            let mut moves = 0;
            play_out(board, Color::Black, None, &mut dice(seed), |_, _| {
                moves += 1
            });
            moves
        },
    );
}

/// The moves of a game without passes. In random games, a side may move twice in a row.
struct Moves {
    size: Size,
    plays: Vec<Play>,
}

impl Moves {
    /// Every third game is random, the others follow the playout policy. All are cut in their last
    /// two thirds.
    fn of(seed: u64) -> Moves {
        const SIDES: [(u8, u8); 12] = [
            (5, 5),
            (9, 9),
            (6, 6),
            (7, 7),
            (13, 13),
            (5, 5),
            (9, 9),
            (7, 5),
            (19, 19),
            (6, 6),
            (11, 8),
            (7, 7),
        ];
        let (width, height) = SIDES[seed as usize % SIDES.len()];
        let size = Size::new(width, height).expect("sides of a board");
        let mut dice = dice(seed);
        let mut plays = Vec::new();
        let mut board = Board::new(size);
        if seed.is_multiple_of(3) {
            for number in 0..size.area() {
                let (turn, empties) = (Color::BOTH[number % 2], board.empties());
                let at = empties[dice.random_range(0..empties.len())];
                if board.is_playable(turn, at) {
                    board.place(turn, at, &mut ());
                    plays.push((turn, Move::At(at)));
                }
            }
        } else {
            play_out(&mut board, Color::Black, None, &mut dice, |color, at| {
                plays.push((color, Move::At(at)));
            });
        }
        let shortest = plays.len() / 3;
        plays.truncate(dice.random_range(shortest..=plays.len()));
        Moves { size, plays }
    }

    /// The position after the moves.
    fn played(&self, rules: Rules) -> Position {
        let mut position = Position::new(self.size, rules);
        for &play in &self.plays {
            position.play_anyway(play).expect("the point was empty");
        }
        position
    }

    /// The final board as a diagram without history.
    fn set_up(&self, rules: Rules) -> Position {
        let played = self.played(rules);
        Position::set_up(played.board().clone(), played.turn(), rules)
    }
}

/// Searches with one thread and a number of playouts; formats the result.
fn search(search: &mut Search, position: &Position, playouts: u64) -> String {
    let budget = SearchLimits {
        playouts: Some(playouts),
        ..SearchLimits::default()
    };
    let mut judged = Judged::not_yet(occasion(position));
    let thought = search.think(position, &mut judged, &budget, &Arc::default());
    let mut text = format!(
        "{} {} {} of {} playouts, {} new\n",
        thought.best, thought.winrate, thought.lead, thought.playouts, thought.new_playouts
    );
    for candidate in thought.candidates.iter().take(5) {
        let (to, winrate) = (candidate.to, candidate.winrate);
        _ = writeln!(text, "  {to} {} {winrate}", candidate.playouts);
    }
    text
}

/// Returns true if networks round here as they do for the fingerprints.
fn rounds_as_expected() -> bool {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    let rounds = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    let rounds = false;
    rounds
}

#[test]
#[allow(clippy::print_stdout)]
fn searches() {
    if !rounds_as_expected() {
        println!("SKIPPED: fingerprints of searches, as this processor rounds differently");
        return;
    }
    let rules = [
        Rules::PROPOSAL_2012,
        Rules::CHINESE,
        Rules::JAPANESE_1989,
        Rules::TROMP_TAYLOR,
        Rules::STONE_SCORING,
        Rules::IMPROVED_2009,
    ];
    let mut text = String::new();
    for (seed, rules) in (0..).zip(rules.into_iter().cycle().take(36)) {
        let mut moves = Moves::of(seed);
        if seed % 2 == 0 {
            moves.plays.truncate(moves.size.area() / 6);
        }
        let mut position = moves.played(rules);
        let mut tree = Search::new(SearchSettings {
            threads: 1,
            memory: 16 << 20,
            seed,
            resign: 0.05,
            effort: effort(seed),
        });
        // The second search reuses the tree.
        for _ in 0..2 {
            let found = search(&mut tree, &position, 120);
            let best: Option<Move> = found.split(' ').next().and_then(|word| {
                let mut moves = position.legal_moves();
                moves.find(|to| to.to_string() == word)
            });
            _ = write!(text, "{seed} {}: {found}", moves.size);
            position.play_legal(best.expect("a search finds a legal move"));
        }
    }
    check("searches", &text, 0xc7ec_071f_47f2_25eb);
}

/// A small budget, to keep the tests short.
fn effort(seed: u64) -> Effort {
    Effort {
        playouts: 24,
        seed,
        states: 300,
        safety: 2_000,
        ..Effort::USUAL
    }
}

/// Formats a judgement, independently of names in the code.
fn judged(position: &Position, adjudication: &Adjudication) -> String {
    let letter = |at: Point| match (adjudication.chain(at), adjudication.owner(at)) {
        (None, None) => '.',
        (None, Some(Color::Black)) => '+',
        (None, Some(Color::White)) => '-',
        (Some(chain), _) => match (chain.status, chain.basis) {
            (Status::Alive, Basis::AllStand | Basis::PassAlive | Basis::Enclosed) => 'A',
            (Status::Alive, Basis::Safe) => 'E',
            (Status::Alive, Basis::Read(_)) => 'B',
            (Status::Alive, Basis::Searched(_)) => 'C',
            (Status::Alive, Basis::Estimated(_) | Basis::Agreed) => 'D',
            (Status::Dead, Basis::AllStand | Basis::PassAlive | Basis::Enclosed) => 'a',
            (Status::Dead, Basis::Safe) => 'e',
            (Status::Dead, Basis::Read(_)) => 'b',
            (Status::Dead, Basis::Searched(_)) => 'c',
            (Status::Dead, Basis::Estimated(_) | Basis::Agreed) => 'd',
            (Status::Seki, Basis::AllStand | Basis::PassAlive | Basis::Enclosed) => 'S',
            (Status::Seki, Basis::Safe) => 'W',
            (Status::Seki, Basis::Read(_)) => 'T',
            (Status::Seki, Basis::Searched(_)) => 'U',
            (Status::Seki, Basis::Estimated(_) | Basis::Agreed) => 'V',
            (_, _) => '?',
        },
    };
    let board: String = position.board().size().points().map(letter).collect();
    let moves = |plays: &[Play]| -> String {
        let words = plays.iter().map(|(color, to)| format!(" {color} {to}"));
        words.collect()
    };
    let territory = adjudication.territory();
    let [black, white] = Color::BOTH.map(|color| adjudication.reinforcements()[color]);
    format!(
        "{board} {} {} finish{} left{} seki {} tax {} {} open {} {} filled {black} {white}\n",
        adjudication.score(),
        adjudication.played_on(),
        moves(adjudication.finish()),
        moves(adjudication.left()),
        territory.seki,
        territory.tax[Color::Black],
        territory.tax[Color::White],
        adjudication.unclear(),
        adjudication.open(),
    )
}

/// Rule sets with the fingerprints of their judgements: one for each procedure of life and death,
/// and those with other ways to count.
const JUDGEMENTS: [(Rules, u64); 9] = [
    (Rules::PROPOSAL_2012, 0x138f_a1a2_531a_5f4f),
    (Rules::JAPANESE_1989, 0x7dfc_c235_9dc3_813b),
    (Rules::JAPANESE_1949, 0xfefb_d7b2_1feb_6f99),
    (Rules::IMPROVED_2009, 0x2e4f_ca31_4fda_8ca6),
    (Rules::KOREAN, 0x6a73_0755_e6c3_9384),
    (Rules::CHINESE, 0x281c_cfab_34e2_2556),
    (Rules::TROMP_TAYLOR, 0x8571_3c41_188f_0593),
    (Rules::STONE_SCORING, 0x2969_a222_51fe_9f20),
    (Rules::PURE_GO, 0x0fcc_4002_1c47_f949),
];

#[test]
fn judgements_of_boards() {
    let mut differences = Vec::new();
    for (rules, expected) in JUDGEMENTS {
        let mut text = String::new();
        for seed in 0..60 {
            let moves = Moves::of(seed);
            for position in [moves.played(rules), moves.set_up(rules)] {
                let adjudication = adjudicate(&position, occasion(&position), &effort(seed));
                _ = write!(text, "{seed}: {}", judged(&position, &adjudication));
            }
        }
        differences.extend(compare(&format!("boards-{rules}"), &text, expected).err());
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Files with an extension below a folder of the tests, sorted.
fn files(folder: &str, kind: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
    let entries = walkdir::WalkDir::new(root.join(folder)).sort_by_file_name();
    let paths = entries.into_iter().map(|entry| {
        let entry = entry.expect("the folder can be read");
        entry.into_path()
    });
    let of_kind = |path: &PathBuf| path.extension().is_some_and(|extension| extension == kind);
    paths.filter(of_kind).collect()
}

#[test]
fn judgements_of_records() {
    let mut text = String::new();
    for path in files("", "sgf") {
        let bytes = std::fs::read(&path).expect("the file can be read");
        let name = path
            .file_name()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let Ok(record) = Record::from_bytes(&bytes) else {
            continue;
        };
        for (rules, _) in JUDGEMENTS {
            let request = Request {
                rules: Some(rules),
                effort: effort(1),
                ..Request::default()
            };
            let Ok(game) = ScoredGame::of(&record, &request) else {
                continue;
            };
            let (result, open) = (game.result(), game.unsettled());
            let judged = judged(&game.position, &game.adjudication);
            _ = write!(text, "{name} {}: {result} {open} {judged}", rules);
        }
    }
    check("records", &text, 0x5890_ee23_c5dc_de00);
}

/// Formats a line of play.
fn told(line: &Variation) -> String {
    let moves = line
        .plays
        .iter()
        .map(|(color, to)| format!(" {color} {to}"));
    moves.collect()
}

/// Formats why each chain has its status, what is unsettled, and owed reinforcements.
fn explained(position: &Position, effort: &Effort) -> String {
    let adjudication = adjudicate(position, occasion(position), effort);
    let mut text = judged(position, &adjudication);
    for chain in adjudication.chains() {
        let at = chain.stones.first().expect("a chain has stones");
        let found = explain(position, &adjudication, at, effort).expect("there is a chain");
        let reason = match found.judgement.basis {
            Basis::AllStand => 's',
            Basis::PassAlive => 'p',
            Basis::Enclosed => 'e',
            Basis::Safe => 'f',
            Basis::Read(_) => 'r',
            Basis::Searched(_) => 'l',
            Basis::Estimated(_) | Basis::Agreed => 'd',
            _ => '?',
        };
        let three_points = found.three_points.is_some();
        _ = write!(text, "  {at} {reason} dame {} {three_points}", found.dame);
        if let Some(lines) = &found.lines {
            _ = write!(text, ":{}", told(&lines.main));
            for line in &lines.tries {
                _ = write!(text, ";{}", told(line));
            }
        }
        text += "\n";
    }
    let stop = AtomicBool::new(false);
    let open = Unsettled::of(position, &adjudication, effort, &stop);
    let [black, white] = Color::BOTH.map(|color| open.scores[color]);
    _ = writeln!(text, "  open {}, {black} or {white}", open.points);
    for side in Color::BOTH {
        for owed in reinforcements(position, &adjudication, side, effort, &stop) {
            let (at, gain, worth) = (owed.at, owed.gain, owed.worth);
            _ = writeln!(text, "  {side} owes {at} {gain} {worth} {}", owed.stones);
        }
    }
    text
}

/// The rows below a heading of a case file.
fn rows(text: &str, heading: &str) -> String {
    let below = text.lines().skip_while(|line| *line != heading).skip(1);
    let is_row = |line: &&str| line.split(' ').all(|word| matches!(word, "X" | "O" | "."));
    below.take_while(is_row).collect::<Vec<_>>().join("\n")
}

/// Shapes of the rule texts, judged as diagrams and as games in progress, which are read less.
#[test]
fn explanations() {
    let mut text = String::new();
    for path in files("cases", "case").iter().step_by(7) {
        let case = std::fs::read_to_string(path).expect("the file can be read");
        let name = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let board = diagram::board(&rows(&case, "board:")).expect("a case has a board");
        for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::CHINESE] {
            let mut position = Position::set_up(board.clone(), Color::Black, rules);
            let effort = effort(1);
            let set_up = explained(&position, &effort);
            _ = writeln!(text, "{name} {} set up: {set_up}", rules);
            position.play_legal(Move::Pass);
            let played = explained(&position, &effort);
            _ = writeln!(text, "{name} {} passed: {played}", rules);
        }
    }
    check("explanations", &text, 0x40b2_4ba1_9563_a2ed);
}

/// A set-up position is judged as a diagram, a played one as a game.
fn occasion(position: &Position) -> Occasion {
    Occasion::of(position)
}
