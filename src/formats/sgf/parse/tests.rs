//! Correct files, files as programs write them, and broken files.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::go::color::PerColor;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The entries in short: `B D4`, `W pass`, `+B A1 -D4` for a set-up, `"text"` for a comment.
fn story(record: &Record) -> String {
    let list = |points: &PointSet| {
        points
            .iter()
            .map(|point| format!(" {point}"))
            .collect::<String>()
    };
    let name = |color: Color| if color == Color::Black { "B" } else { "W" };
    let entry = |entry: &Entry| match entry {
        Entry::Play((color, to)) => format!("{} {to}", name(*color)),
        Entry::Comment(text) => format!("{text:?}"),
        Entry::SetUp(set_up) => {
            let mut text = String::new();
            for color in Color::BOTH {
                if !set_up.stones()[color].is_empty() {
                    text += &format!("+{}{} ", name(color), list(&set_up.stones()[color]));
                }
            }
            if !set_up.empty().is_empty() {
                text += &format!("-{} ", list(set_up.empty()));
            }
            if let Some(turn) = set_up.turn {
                text += &format!("{} to play", name(turn));
            }
            text.trim().to_owned()
        }
    };
    record
        .entries()
        .iter()
        .map(entry)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Reads a game and compares its size and entries, or the error message.
#[track_caller]
fn check(bytes: impl AsRef<[u8]>, expected: &str) {
    let bytes = bytes.as_ref();
    let found = match Record::from_bytes(bytes) {
        Ok(record) => format!("{}: {}", record.size(), story(&record)),
        Err(error) => error.to_string(),
    };
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    assert_eq!(found.trim_end(), expected, "{shown}");
}

/// Reads a game and compares its size, entries and only flaw.
#[track_caller]
fn check_flaw(bytes: impl AsRef<[u8]>, expected: &str, flaw: &str) {
    let bytes = bytes.as_ref();
    check(bytes, expected);
    let flaws = Record::from_bytes(bytes).unwrap().flaws;
    let flaws: Vec<String> = flaws.iter().map(Flaw::to_string).collect();
    assert_eq!(flaws, [flaw], "{}", String::from_utf8_lossy(bytes));
}

fn read(text: &str) -> Record {
    text.parse().unwrap()
}

#[test]
fn moves_are_read_in_order() {
    check("(;SZ[9];B[dd];W[ee];B[df])", "9x9: B D6, W E5, B D4");
    check(
        "(;B[aa];W[sa];B[as];W[ss])",
        "19x19: B A19, W T19, B A1, W T1",
    );
    check("(;SZ[9] ;\r\nB\n[dd]\r\n)\r\n", "9x9: B D6");
    check("(;SZ[9];B[ dd\n])", "9x9: B D6");
    check("(;SZ[9];C[a]B[dd]W[ee])", "9x9: B D6, W E5, \"a\"");
    check("(;SZ[9];B[dd]AB[aa])", "9x9: +B A9, B D6");
    check("(;)", "19x19:");
}

#[test]
fn tt_is_a_pass_where_it_is_no_point() {
    check("(;SZ[9];B[];W[tt];B[ ])", "9x9: B pass, W pass, B pass");
    check("(;SZ[19];B[tt])", "19x19: B pass");
    check("(;SZ[20];B[tt])", "20x20: B U1");
    check("(;SZ[21];B[tt])", "21x21: B U2");
    check_flaw(
        "(;SZ[25:19];B[tt])",
        "25x19: B pass",
        "line 1, column 15: move 1 at 'tt' is not on the 25x19 board: read as a pass",
    );
}

#[test]
fn set_ups_are_read_wherever_they_stand() {
    check(
        "(;SZ[5]AB[aa][bb]AW[cc]PL[W])",
        "5x5: +B B4 A5 +W C3 W to play",
    );
    check(
        "(;SZ[5];B[cc];AE[cc]PL[black])",
        "5x5: B C3, - C3 B to play",
    );
    check("(;SZ[5]AB[aa:cb])", "5x5: +B A4 B4 C4 A5 B5 C5");
    check("(;SZ[5]AB[cb:aa])", "5x5: +B A4 B4 C4 A5 B5 C5");
    check("(;SZ[5]AB[ca:ab][ee])", "5x5: +B E1 A4 B4 C4 A5 B5 C5");
    check("(;SZ[5]AB[dd][dd]AW[dd])", "5x5: +W D2");
    check(
        "(;SZ[5]AB[aa:ee]AE[cc])PL[x]",
        "5x5: +B A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5 - C3",
    );
    check("(;SZ[5]AB[]AE[])", "5x5:");
    check_flaw(
        "(;SZ[5]AB[tt])",
        "5x5:",
        "line 1, column 11: the set-up at 'tt' is not on the 5x5 board: left out",
    );
    check_flaw(
        "(;SZ[5]\nAB[aa]\r\n[a:b])",
        "5x5: +B A5",
        "line 3, column 2: the set-up at 'a:b' is not on the 5x5 board: left out",
    );
    check_flaw(
        "(;SZ[5]AB[da:ga]AW[zz])",
        "5x5: +B D5 E5",
        "line 1, column 11: the set-up at 'da:ga' is not on the 5x5 board: left out (and 1 more)",
    );
}

/// FF\[4\] refuses no file for a wrong move.
#[test]
fn moves_off_the_board_are_passes() {
    let off = |place, number, text: &str, size| {
        format!(
            "line 1, column {place}: move {number} at '{text}' is not on the {size} board: read as a pass"
        )
    };
    for text in ["ja", "aA", "d", "ddd", "zz", "pass", "PASS", "tt?", "D4"] {
        check_flaw(
            format!("(;SZ[9];B[{text}])"),
            "9x9: B pass",
            &off(11, 1, text, "9x9"),
        );
    }
    check_flaw(
        "(;SZ[9];B[dd];W[zz];B[ee];W[jj])",
        "9x9: B D6, W pass, B E5, W pass",
        &(off(17, 2, "zz", "9x9") + " (and 1 more)"),
    );
    check("(;SZ[9];B[ia])", "9x9: B J9");
    check_flaw("(;SZ[9:5];B[af])", "9x5: B pass", &off(13, 1, "af", "9x5"));
    check("(;SZ[9:5];B[ie])", "9x5: B J1");
    check_flaw(
        "(;SZ[9];B[é\n;W[dd;B[cc;W[ee])",
        "9x9: B pass",
        &off(11, 1, "é ;W[dd;B[cc;W[ee", "9x9"),
    );
    check_flaw(
        "(;SZ[9];B[123456789 123456789 1])",
        "9x9: B pass",
        &off(11, 1, "123456789 123456789 …", "9x9"),
    );
}

#[test]
fn sizes_are_read_or_refused() {
    check("(;SZ[2])", "2x2:");
    check("(;SZ[25])", "25x25:");
    check("(;SZ[13:9])", "13x9:");
    check("(;SiZe[ 9 ])", "9x9:");
    for size in [
        "0",
        "-1",
        "1",
        "26",
        "1000000",
        "99999999999999999999",
        "abc",
        "",
        "9x9",
        "9:",
        "9:0",
        "9.5",
    ] {
        let message = "is neither a number from 2 to 25 nor two of them as in 9:13";
        let shown: String = size.chars().take(20).collect();
        check(
            format!("(;SZ[{size}])"),
            &format!("line 1, column 6: board size '{shown}' {message}"),
        );
    }
}

#[test]
fn what_is_no_game_of_go_is_refused() {
    let none = "there is no game: '(;' and properties are not found";
    for text in [
        "",
        "hello\n",
        "(",
        "()",
        ";B[dd]",
        "((((",
        ") (",
        "hello (;-) bye",
        "hello (;) bye",
        "A game begins with `(;`, see [FF4](https://www.red-bean.com/sgf).",
        "for (;B[i];i++) for (;;) { a[i] = C[0]; }",
        "(; a list [1] [2])",
        "A record is a text such as `(;SZ[9]KM[6.5])`; `(;FF[4])` will do.",
        "(;-)(;-)",
        "\u{89}PNG\r\n\u{1a}\n\0\0(;\0\u{1}[\u{7}]",
    ] {
        check(text, none);
    }
    check("x(;SZ[9]".repeat(100_000), none);
    check(format!("(;{}[a])", "A".repeat(1 << 20)), none);
    check("(;".repeat(200_000) + "x", none);
    check("(;x".repeat(200_000), none);
    check((0..=255u8).cycle().take(10_000).collect::<Vec<u8>>(), none);
    check("(".repeat(200_000), none);
    check("\0".repeat(100_000), none);
    check("(;GM[2])", "line 1, column 6: game 2 is not Go, which is 1");
    check("(;GM[Go])", "19x19:");
    assert_eq!(
        Record::from_bytes(&vec![0; MAX_BYTES + 1]),
        Err(SgfError::TooLarge)
    );
    assert_eq!(
        Record::from_bytes(&vec![0; MAX_BYTES]),
        Err(SgfError::NoGame)
    );
}

#[test]
fn the_first_variation_is_the_main_line() {
    check(
        "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))",
        "9x9: B A9, W B8, B C7",
    );
    check(
        "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))",
        "9x9: B A9, W B8, B C7",
    );
    check("(;SZ[9];B[aa]()(;W[bb]))", "9x9: B A9, W B8");
    check("(;SZ[9];B[aa](()())((;W[bb])(;W[cc])))", "9x9: B A9, W B8");
    check("(;SZ[9];B[aa](;W[bb]);B[cc])", "9x9: B A9, W B8");
    check("(;SZ[9];C[;(;]B[aa])", "9x9: B A9, \";(;\"");
}

#[test]
fn what_is_cut_short_is_read_as_far_as_it_goes() {
    check("(;GM[1]SZ[9];B[dd];W[ee];B[f", "9x9: B D6, W E5");
    check("(;GM[1]SZ[9];B[dd];W[ee];B", "9x9: B D6, W E5");
    check("(;GM[1]SZ[9];B[dd];W[ee](;B[ff]", "9x9: B D6, W E5, B F4");
    check("(;GM[1]SZ[9];AB[dd][ee][f", "9x9: +B E5 D6");
    check("(;GM[1]SZ[9]C[abc;B[aa", "9x9:");
    check("(;GM[1]SZ[9];B[aa]C[abc\\", "9x9: B A9");
}

/// Readers of a record learn its flaws, for instance before counting.
#[test]
fn what_is_wrong_with_a_text_that_is_read_is_kept() {
    let flaws = |text: &str| read(text).flaws;
    let none: [Flaw; 0] = [];
    for text in [
        "(;SZ[9]KM[6,5];B[aa])",
        "(;SZ[9]KM[];B[aa](;W[bb])(;W[cc])",
        "(;KM[0])",
    ] {
        assert_eq!(flaws(text), none, "{text}");
    }
    for text in ["(;", "(;B[aa]", "(;B[aa](;W[bb", "(;B[aa];", "(;C[a)"] {
        assert_eq!(flaws(text), [Flaw::BreaksOff], "{text}");
    }
    let komi = Flaw::Komi("six and a half point…".to_owned());
    assert_eq!(flaws("(;KM[six and a half points])"), [komi]);
    let both = [Flaw::Komi("x".to_owned()), Flaw::BreaksOff];
    assert_eq!(flaws("(;KM[x]"), both);
    let many = format!("(;{})", "KM[x]".repeat(1000));
    assert_eq!(flaws(&many), both[..1]);
}

#[test]
fn strays_are_passed_over() {
    check("junk (x) (;SZ[9];B[dd])", "9x9: B D6");
    check("\u{feff}(;SZ[9];B[dd])", "9x9: B D6");
    check("a smile (;-) before (;SZ[9];B[dd])", "9x9: B D6");
    check("(; - SZ[9];B[dd])", "9x9: B D6");
    check("(;;;(;SZ[9];B[dd]))", "19x19: B D16");
    check("(;KGSDE[1]SZ[9];B[dd])", "9x9: B D6");
    check("text (;W[dd]) text", "19x19: W D16");
    check("(;SZ[9]\0;\0B[dd])", "9x9: B D6");
    check("(\0;SZ[9];B[dd])", "9x9: B D6");
    check(
        "(;SZ[9];B[dd], W ; W[ee] [ff] XY.)",
        "9x9: B D6, W E5, W F4",
    );
    check("(;SZ[9];[aa]B[dd];)", "9x9: B D6");
    check("(;SZ[9];LB[aa:1]ABC[aa]CR[bb]b[cc]B[dd])", "9x9: B D6");
}

#[test]
fn old_names_have_small_letters() {
    let record = read(
        "(;GaMe[1]VieW[]SiZe[9]KoMi[5.5]HAndicap[2]PlayerBlack[A]AddBlack[cc][gg];White[dd];Black[ee])",
    );
    assert_eq!(record.komi, Some(5.5));
    assert_eq!(record.handicap, Some(2));
    assert_eq!(record.players[Color::Black].as_deref(), Some("A"));
    assert_eq!(story(&record), "+B G3 C7, W D6, B E5");
}

#[test]
fn komi_is_a_number_or_nothing() {
    let komi = |text: &str| read(&format!("(;KM[{text}])")).komi;
    assert_eq!(komi("6.5"), Some(6.5));
    assert_eq!(komi(" 6,5 "), Some(6.5));
    assert_eq!(komi("-7"), Some(-7.0));
    assert_eq!(komi("375"), Some(7.5));
    assert_eq!(read("(;AP[foxwq]KM[100])").komi, Some(1.0));
    assert_eq!(read("(;AP[Wakari:0.1.0]KM[375])").komi, Some(375.0));
    assert_eq!(komi("-10000"), Some(-10_000.0));
    for text in [
        "",
        "abc",
        "nan",
        "inf",
        "-infinity",
        "1e999",
        "10000.5",
        "-99999",
        "6.5x",
        "6,5,5",
    ] {
        assert_eq!(komi(text), None, "{text}");
    }
    assert_eq!(read("(;SZ[9];KM[x]KM[1];KM[2])").komi, Some(1.0));
}

#[test]
fn handicap_is_a_number_of_points_or_nothing() {
    let handicap = |text: &str| read(&format!("(;SZ[9]HA[{text}])")).handicap;
    assert_eq!(handicap("0"), Some(0));
    assert_eq!(handicap(" 4 "), Some(4));
    assert_eq!(handicap("81"), Some(81));
    for text in ["82", "4294967297", "-1", "2.5", "none", ""] {
        assert_eq!(handicap(text), None, "{text}");
    }
}

#[test]
fn facts_are_kept() {
    let record = read(
        "(;SZ[9]PB[Shin \\[9p\\]]PW[ ]RU[Japanese]RE[W+R]DT[2001-01-01]EV[a\nb]GC[one\ntwo]PW[Lee];GN[late]DT[no])",
    );
    assert_eq!(
        record.players,
        PerColor::new(Some("Shin [9p]".into()), Some("Lee".into()))
    );
    assert_eq!(record.rules.as_deref(), Some("Japanese"));
    assert_eq!(record.result.as_deref(), Some("W+R"));
    let details = [
        (GameInfo::Name, "late"),
        (GameInfo::Event, "a b"),
        (GameInfo::Date, "2001-01-01"),
        (GameInfo::Remark, "one\ntwo"),
    ];
    assert_eq!(
        record.info,
        details
            .map(|(detail, text)| (detail, text.to_owned()))
            .into()
    );
}

#[test]
fn rules_are_named_for_others_and_exactly() {
    use crate::go::rules::{Button, Rules};
    let of = |text: &str| read(text).rule_set();
    assert_eq!(of("(;RU[Chinese Rules])"), Some(Rules::CHINESE));
    assert_eq!(of("(;SZ[9])"), None);
    let unknown = read("(;RU[my own])");
    assert_eq!(unknown.rule_set(), None);
    assert_eq!(unknown.flaws, [Flaw::Rules("my own".to_owned())]);
    let custom = Rules {
        button: Button::Half,
        ..Rules::CHINESE_OGS
    };
    for rules in Rules::ALL.into_iter().chain([custom]) {
        let mut record = Record::new(Size::square(9).unwrap());
        record.set_rules(&rules);
        let text = record.to_string();
        assert_eq!(read(&text).rule_set(), Some(rules), "{text}");
        assert_eq!(read(&text), record, "{text}");
        // Another program may change the name, and keep what it does not know.
        let changed = text.replacen("RU[", "RU[Korean]XX[", 1);
        assert_eq!(of(&changed), Some(Rules::KOREAN), "{changed}");
    }
    let japanese = {
        let mut record = Record::new(Size::square(9).unwrap());
        record.set_rules(&Rules::JAPANESE_1989);
        record.to_string()
    };
    assert!(japanese.contains("RU[Japanese]") && !japanese.contains("WAKARIRULES"));
}

#[test]
fn texts_lose_their_escapes() {
    let comment = |text: &str| match &read(&format!("(;C[{text}])")).entries() {
        [Entry::Comment(text)] => text.clone(),
        steps => panic!("{steps:?}"),
    };
    assert_eq!(comment(r"a\]b"), "a]b");
    assert_eq!(comment(r"a\\"), r"a\");
    assert_eq!(comment(r"\a\:"), "a:");
    assert_eq!(comment("a\\\nb\\\r\nc"), "abc");
    assert_eq!(comment("a\r\nb\rc\n\rd\n\ne"), "a\nb\nc\nd\n\ne");
    assert_eq!(comment("a\tb\u{3000}c"), "a b\u{3000}c");
    assert_eq!(comment("(;B[aa\\];"), "(;B[aa];");
    check("(;C[ \n ])", "19x19:");
}

#[test]
fn the_named_character_set_is_used() {
    // The second byte of the first character is `\` or `]` in each of these.
    let cases = [
        ("Shift_JIS", SHIFT_JIS, "表十ソ能"),
        ("sjis", SHIFT_JIS, "本因坊"),
        ("CP932", SHIFT_JIS, "表"),
        ("GB18030", GB18030, "誠\u{4e02}古力"),
        ("gb2312", GB18030, "常昊"),
        ("Big5", BIG5, "許功蓋"),
        ("EUC-KR", EUC_KR, "이창호"),
    ];
    for (label, encoding, name) in cases {
        let text = format!("(;GM[1]FF[4] \r\nPB[{name}]CA[{label}]PW[{name}]SZ[9];B[dd])");
        let (bytes, _, failed) = encoding.encode(&text);
        assert!(!failed, "{label}");
        let record = Record::from_bytes(&bytes).unwrap();
        assert_eq!(
            record.players,
            PerColor::new(Some(name.into()), Some(name.into())),
            "{label}"
        );
        assert_eq!(record.size(), Size::square(9).unwrap());
    }
    let named = |bytes: &[u8]| {
        Record::from_bytes(bytes).unwrap().players[Color::Black]
            .clone()
            .unwrap()
    };
    assert_eq!(named(b"(;CA[ISO-8859-1]PB[J\xf6rg])"), "Jörg");
    assert_eq!(named(b"(;CA[Latin-1]PB[J\xf6rg])"), "Jörg");
    assert_eq!(named(b"(;CA[UTF-8]PB[J\xf6rg])"), "Jörg");
}

#[test]
fn without_a_known_character_set_it_is_guessed() {
    let named = |bytes: &[u8]| {
        Record::from_bytes(bytes).unwrap().players[Color::Black]
            .clone()
            .unwrap()
    };
    assert_eq!(named("(;PB[Jörg])".as_bytes()), "Jörg");
    assert_eq!(named(b"(;PB[J\xf6rg])"), "Jörg");
    for label in ["nonsense", "", "UTF-16", "hz-gb-2312", "utf-7"] {
        assert_eq!(
            named(format!("(;CA[{label}]PB[Jörg])").as_bytes()),
            "Jörg",
            "{label}"
        );
    }
    // A byte order mark overrides a name.
    assert_eq!(named("\u{feff}(;CA[GB18030]PB[Jörg])".as_bytes()), "Jörg");
    let wide: Vec<u8> = "\u{feff}(;PB[Jörg])"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(named(&wide), "Jörg");
    // Names elsewhere mean nothing.
    assert_eq!(named("(;C[CA[GB18030\\]]PB[Jörg])".as_bytes()), "Jörg");
    assert_eq!(named("(;PB[Jörg];CA[GB18030])".as_bytes()), "Jörg");
    assert_eq!(named("CA[GB18030] (;PB[Jörg];B[aa])".as_bytes()), "Jörg");
}

/// Encodes a text that the character set has all characters of.
#[track_caller]
fn encoded(encoding: &'static encoding_rs::Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, failed) = encoding.encode(text);
    assert!(!failed, "{text}");
    bytes.into_owned()
}

/// Moves and the board survive whatever the last byte of a text.
#[test]
fn no_value_is_swallowed_in_a_legacy_character_set() {
    let cases = [
        (SHIFT_JIS, "Shift_JIS", "予選", "名人戦予"),
        (SHIFT_JIS, "Shift_JIS", "予定表", "十段戦"),
        (BIG5, "Big5", "成功", "許功"),
        (GB18030, "GBK", "常昊", "古力"),
        (SHIFT_JIS, "Shift_JIS", "本因坊戦予選の表", "黒のソ"),
        (SHIFT_JIS, "Shift_JIS", "解説は能", "日本棋院の、最高ソ"),
        (GB18030, "GBK", "蟎", "蟎"),
        (GB18030, "GBK", "中国围棋甲级联赛第三轮", "古力执黑嶿"),
        (GB18030, "GBK", "常昊刓", "第十局猑"),
        (BIG5, "Big5", "台灣棋院名人賽，許功蓋", "許功"),
        (BIG5, "Big5", "棋聖戰第三局，黑棋成功", "中盤許"),
        (EUC_KR, "EUC-KR", "이창호 구단", "조훈현 구단의 승리"),
        (EUC_JP, "EUC-JP", "本因坊秀策の対局", "名人戦予選"),
    ];
    for (encoding, name, event, player) in cases {
        let text = format!(
            "(;GM[1]EV[{event}]SZ[5]KM[0.5]PB[{player}]RU[Chinese];B[ca]C[{event}];W[da]C[{player}]\n;B[cb];W[db])"
        );
        let bytes = encoded(encoding, &text);
        let record = Record::from_bytes(&bytes).unwrap();
        assert_eq!(record.size(), Size::square(5).unwrap(), "{event}");
        assert_eq!(record.moves().count(), 4, "{event}");
        assert_eq!(record.komi, Some(0.5), "{event}");
        assert!(matches!(
            record.flaws[..],
            [Flaw::Charset { named: None, .. }]
        ));
        let flaw = record.flaws[0].to_string();
        // One rare character is not enough.
        if event.chars().count() > 1 {
            assert_eq!(
                flaw,
                format!("no character set is named (CA): read as {name}")
            );
            assert_eq!(record.players[Color::Black].as_deref(), Some(player));
        }
        // A label that cannot be right.
        for label in ["UTF-8", "US-ASCII", "nonsense"] {
            let text = text.replacen("GM[1]", &format!("GM[1]CA[{label}]"), 1);
            let record = Record::from_bytes(&encoded(encoding, &text)).unwrap();
            assert_eq!(record.moves().count(), 4, "{label} {event}");
            assert_eq!(record.size(), Size::square(5).unwrap(), "{label} {event}");
            let flaw = Flaw::Charset {
                named: Some(label.to_owned()),
                used: "",
            };
            let told = record.flaws[0].to_string();
            assert!(told.starts_with(flaw.to_string().trim_end()), "{told}");
        }
    }
    let (bytes, _, _) = encoding_rs::ISO_2022_JP.encode("(;SZ[5]PB[名人戦予選を能];B[cc])");
    let record = Record::from_bytes(&bytes).unwrap();
    assert_eq!(
        record.players[Color::Black].as_deref(),
        Some("名人戦予選を能")
    );
    assert_eq!(record.moves().count(), 1);
}

#[test]
fn utf_8_stays_utf_8() {
    let of = |bytes: &[u8]| {
        let record = Record::from_bytes(bytes).unwrap();
        let flaws: Vec<String> = record.flaws.iter().map(Flaw::to_string).collect();
        (record.players[Color::Black].clone().unwrap(), flaws)
    };
    for name in ["囲碁", "Jörg", "李昌鎬(;B[aa\\]", "表示ソ"] {
        let text = format!("(;SZ[9]PB[{name}];B[dd])");
        assert_eq!(of(text.as_bytes()), (line(name).unwrap(), vec![]), "{name}");
    }
    // A file that was converted keeps its label.
    let (name, flaws) = of("(;CA[GB2312]PB[古力九段])".as_bytes());
    assert_eq!(name, "古力九段");
    assert_eq!(
        flaws,
        ["the character set is not 'GB2312', as CA says: read as UTF-8"]
    );
    // One broken character does not turn the others into another language.
    let (name, flaws) = of(b"(;CA[UTF-8]PB[\xe5\x9b\xb2\xe7\xa2\x81\xe5\x9b])");
    assert_eq!((&*name, flaws), ("囲碁\u{fffd}", vec![]));
    // Latin letters are the format's own character set.
    assert_eq!(of(b"(;PB[J\xf6rg])"), ("Jörg".into(), vec![]));
    assert_eq!(
        of(b"(;PB[Ren\xe9]PW[Andr\xe9]EV[Tournoi de No\xebl])").0,
        "René"
    );
}

#[test]
fn a_file_may_hold_several_games() {
    let text =
        b"a (;SZ[9];B[dd](;W[aa])(;W[bb](;C[)(;])))) [b] (;SZ[0]C[x)])\n(;SZ[5])c(;GM[1]SZ[7";
    let games = Collection::from_bytes(text).unwrap();
    let found: Vec<Option<String>> = games
        .records()
        .map(|record| Some(record.ok()?.size().to_string()))
        .collect();
    let expected = [Some("9x9"), None, Some("5x5"), Some("19x19")];
    assert_eq!(found, expected.map(|size| size.map(str::to_owned)));
    assert_eq!(games.first().unwrap().moves().count(), 2);
    assert_eq!(Collection::from_bytes(b"(((").unwrap().records().count(), 0);
}

#[test]
fn places_are_counted_through_the_whole_file() {
    let text = "x(;SZ[9]\r\n;B[aa])\r\ny (;SZ[é])(;\rSZ[x])".as_bytes();
    let games = Collection::from_bytes(text).unwrap();
    let places: Vec<Location> = games
        .records()
        .filter_map(|record| match record.err()? {
            SgfError::Size { place, .. } => Some(place),
            _ => None,
        })
        .collect();
    let place = |line, column| Location { line, column };
    assert_eq!(places, [place(3, 8), place(4, 4)]);
    // A file of errors takes no longer than a file of games.
    let many = "(;SZ[0])".repeat(100_000);
    let games = Collection::from_bytes(many.as_bytes()).unwrap();
    assert_eq!(games.records().filter(Result::is_err).count(), 100_000);
}

#[test]
fn depth_and_length_do_not_matter() {
    let moves = |text: String| text.parse::<Record>().map(|record| record.moves().count());
    assert_eq!(moves("(;B[aa]".repeat(50_000)), Ok(50_000));
    assert_eq!(
        moves("(;B[aa]".repeat(200_000) + &")".repeat(200_000)),
        Ok(200_000)
    );
    assert_eq!(
        moves("(;SZ[9]".to_owned() + &";B[]W[]".repeat(200_000) + ")"),
        Ok(400_000)
    );
    assert_eq!(
        moves("(;".to_owned() + &"(".repeat(200_000) + ";B[]"),
        Ok(1)
    );
    assert_eq!(
        moves("(;".to_owned() + &"()".repeat(200_000) + ";B[])"),
        Ok(1)
    );
    assert_eq!(moves("(;C[".to_owned() + &"x".repeat(1 << 20)), Ok(0));
    assert_eq!(moves("(;C".to_owned() + &"[".repeat(1 << 20)), Ok(0));
    assert_eq!(moves("(;C[]".to_owned() + &"A ".repeat(1 << 20)), Ok(0));
    let place = |line, column| Location { line, column };
    let long = ";B[]".repeat(MAX_STEPS);
    assert_eq!(moves(format!("(\n{long})")), Ok(MAX_STEPS));
    assert_eq!(
        moves(format!("(\n{long};\nB[])")),
        Err(SgfError::TooLong(place(3, 3)))
    );
    let many = ";PL[B]".repeat(MAX_SET_UPS);
    assert_eq!(moves(format!("({many})")), Ok(0));
    assert!(moves(format!("({many};AB[aa])")).is_err());
}

#[test]
fn lines_end_as_on_any_system() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("(;SZ[9]{end};B[aa]{end} W[xx])");
        check_flaw(
            text,
            "9x9: B A9, W pass",
            "line 3, column 4: move 2 at 'xx' is not on the 9x9 board: read as a pass",
        );
    }
}

/// Reading must return, and the result must survive writing and reading.
fn survive(bytes: &[u8], seed: u64) {
    if let Ok(mut record) = Record::from_bytes(bytes) {
        // Written records have no flaws.
        record.flaws.clear();
        let text = record.to_string();
        let again = text.parse::<Record>().map_err(|error| error.to_string());
        // Unknown rules are a flaw again.
        let again = again.map(|mut again| {
            again.flaws.clear();
            again
        });
        assert_eq!(again, Ok(record), "seed {seed}:\n{text}");
    }
    if let Ok(games) = Collection::from_bytes(bytes) {
        let _ = games.records().count();
    }
}

#[test]
fn arbitrary_bytes_only_return() {
    const PIECES: &[&str] = &[
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        ":",
        "B",
        "W",
        "AB",
        "AW",
        "AE",
        "PL",
        "SZ",
        "KM",
        "HA",
        "C",
        "CA",
        "GM",
        "aa",
        "dd",
        "tt",
        "ss",
        "9",
        "19",
        "13:9",
        "6.5",
        "1",
        "UTF-8",
        "Shift_JIS",
        "GB18030",
        "\n",
        "\r",
        "\0",
        " ",
        "é",
        "[aa]",
        "[dd]",
        "(;",
        ";B[",
        ";W[ee]",
        "text",
        "\t",
        "\u{feff}",
        "GC[a]",
        "PB[b]",
        "囲碁",
        "AB[aa:cc]",
    ];
    for seed in 0..4000 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let length = rng.random_range(0..60);
        let mut bytes: Vec<u8> = b"(;".repeat(usize::from(rng.random_bool(0.8)));
        for _ in 0..length {
            match rng.random_range(0..10) {
                0 => bytes.push(rng.random()),
                _ => bytes.extend(PIECES.choose(&mut rng).unwrap().as_bytes()),
            }
        }
        survive(&bytes, seed);
    }
}

#[test]
fn damaged_files_only_return() {
    let good = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]HA[2]PB[黒 \\[9p\\]]RE[B+3.5]AB[cc][gg]C[a\nb\\\\]\
                    ;W[ee]C[!];B[dd](;W[df];B[])(;W[aa](;B[bb])(;B[cb];AE[aa:cc]PL[W])))(;SZ[5];B[aa])";
    assert_eq!(read(good).moves().count(), 4);
    for end in 0..good.len() {
        survive(&good.as_bytes()[..end], end as u64);
    }
    for seed in 0..4000 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..rng.random_range(1..8) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..4) {
                0 => bytes[at] = rng.random(),
                1 => _ = bytes.remove(at),
                2 => bytes.insert(at, *b"()[];\\:B".choose(&mut rng).unwrap()),
                _ => {
                    let end = rng.random_range(at..bytes.len());
                    bytes.extend_from_within(at..end);
                }
            }
        }
        survive(&bytes, seed);
    }
}
