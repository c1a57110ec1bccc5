//! Writes a [`Record`] as text.

use super::record::{Entry, GameInfo, Record, SetUp};
use super::syntax::{EXACT_RULES, PRISONERS};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet, Size};
use crate::go::rules::MOST_KOMI;
use std::fmt;

/// The longest line, in characters, unless one value or text is longer.
const LINE: usize = 78;

/// Writes FF\[4\] for UTF-8 that parses to an equal record. Blank texts and an impossible komi are
/// left out.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer {
            out: f,
            column: 0,
            new_node: false,
        };
        let rest = writer.root(self)?;
        writer.entries(self.size(), rest)?;
        writer.out.write_str(")\n")
    }
}

/// Output with line breaks where blanks mean nothing.
struct Writer<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// True if the next piece begins a node.
    new_node: bool,
}

impl Writer<'_, '_> {
    /// Writes the root node and returns the entries that are not in it.
    fn root<'r>(&mut self, record: &'r Record) -> Result<&'r [Entry], fmt::Error> {
        let size = record.size();
        let side = match size.side() {
            Some(side) => side.to_string(),
            None => format!("{}:{}", size.width(), size.height()),
        };
        let version = env!("CARGO_PKG_VERSION");
        self.put(&format!(
            "(;FF[4]GM[1]CA[UTF-8]AP[Wakari:{version}]SZ[{side}]"
        ))?;
        if let Some(komi) = record.komi.filter(|komi| komi.abs() <= MOST_KOMI) {
            self.put(&format!("KM[{komi}]"))?;
        }
        if let Some(stones) = record.handicap {
            self.put(&format!("HA[{stones}]"))?;
        }
        let facts = [
            ("RU", &record.rules),
            ("RE", &record.result),
            ("PB", &record.players[Color::Black]),
            ("PW", &record.players[Color::White]),
        ];
        for (name, text) in facts {
            self.line(name, text.as_deref())?;
        }
        for (info, name) in GameInfo::NAMES {
            let text = record.info.get(&info).map(String::as_str);
            match info {
                GameInfo::Remark => self.text(name, text)?,
                _ => self.line(name, text)?,
            }
        }
        self.line(EXACT_RULES, record.exact_rules.as_deref())?;
        if let Some(PerColor([black, white])) = record.prisoners {
            self.put(&format!("{PRISONERS}[{black}:{white}]"))?;
        }
        match record.entries() {
            [Entry::SetUp(set_up), rest @ ..] => {
                self.set_up(size, set_up)?;
                Ok(rest)
            }
            entries => Ok(entries),
        }
    }

    /// Writes each entry in a separate node, except for a comment, which joins the node before it.
    fn entries(&mut self, size: Size, entries: &[Entry]) -> fmt::Result {
        let mut has_comment = false;
        for entry in entries {
            match entry {
                Entry::Play((color, to)) => {
                    let at = to
                        .point()
                        .map_or(String::new(), |point| vertex(size, point));
                    self.new_node = true;
                    self.put(&format!("{}[{at}]", letter(*color)))?;
                    has_comment = false;
                }
                Entry::SetUp(set_up) if set_up.is_empty() => {}
                Entry::SetUp(set_up) => {
                    self.new_node = true;
                    self.set_up(size, set_up)?;
                    has_comment = false;
                }
                Entry::Comment(text) if text.trim().is_empty() => {}
                Entry::Comment(text) => {
                    self.new_node = has_comment;
                    self.text("C", Some(text))?;
                    has_comment = true;
                }
            }
        }
        Ok(())
    }

    fn set_up(&mut self, size: Size, set_up: &SetUp) -> fmt::Result {
        self.points("AB", size, &set_up.stones()[Color::Black])?;
        self.points("AW", size, &set_up.stones()[Color::White])?;
        self.points("AE", size, set_up.empty())?;
        match set_up.turn {
            Some(turn) => self.put(&format!("PL[{}]", letter(turn))),
            None => Ok(()),
        }
    }

    fn points(&mut self, name: &str, size: Size, points: &PointSet) -> fmt::Result {
        let mut name = name;
        for point in points.iter() {
            self.put(&format!("{name}[{}]", vertex(size, point)))?;
            name = "";
        }
        Ok(())
    }

    /// Writes a property with a text of one line, unless it is blank.
    fn line(&mut self, name: &str, text: Option<&str>) -> fmt::Result {
        let text = text.map(|text| text.replace(['\n', '\r'], " "));
        self.text(name, text.as_deref())
    }

    /// Writes a property with a text, unless it is blank.
    fn text(&mut self, name: &str, text: Option<&str>) -> fmt::Result {
        match text.filter(|text| !text.trim().is_empty()) {
            Some(text) => self.put(&format!("{name}[{}]", escaped(text))),
            None => Ok(()),
        }
    }

    /// Writes a piece that must stay together, on a new line if there is no room.
    fn put(&mut self, piece: &str) -> fmt::Result {
        let begin = if std::mem::take(&mut self.new_node) {
            ";"
        } else {
            ""
        };
        let length = |line: Option<&str>| line.map_or(0, |line| line.chars().count());
        let first_line = begin.len() + length(piece.split('\n').next());
        if self.column > 0 && self.column + first_line > LINE {
            self.out.write_str("\n")?;
            self.column = 0;
        }
        self.column = if piece.contains('\n') {
            length(piece.rsplit('\n').next())
        } else {
            self.column + first_line
        };
        write!(self.out, "{begin}{piece}")
    }
}

/// Escapes the characters that would end the value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Returns the letter of a player.
fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Writes a point: its column from the left and its row from the top.
fn vertex(size: Size, point: Point) -> String {
    let letter = |from_edge: u8| char::from(b'a' + from_edge);
    let column = letter(point.column() - 1);
    format!("{column}{}", letter(size.height() - point.row()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::board::Play;
    use crate::go::point::Move;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let head = concat!(
            "(;FF[4]GM[1]CA[UTF-8]AP[Wakari:",
            env!("CARGO_PKG_VERSION"),
            "]"
        );
        let mut record: Record = text.parse().unwrap();
        // Written records have no flaws.
        record.flaws.clear();
        let written = record.to_string();
        assert_eq!(written, format!("{head}{expected}\n"), "{text}");
        assert_eq!(written.parse(), Ok(record), "{text}");
    }

    #[test]
    fn games_are_written_in_the_present_version() {
        check("(;SiZe[9];Black[dd];White[tt])", "SZ[9];B[dd];W[])");
        check("(;SZ[9:5]KM[6,50]HA[0];B[ae]", "SZ[9:5]KM[6.5]HA[0];B[ae])");
        check(
            "(;SZ[9]PL[W]AB[aa:bb]AW[ab])",
            "SZ[9]AB[bb][aa][ba]AW[ab]PL[W])",
        );
        check(
            "(;SZ[5]RE[0]PB[a\\]b];B[aa];C[x];AE[aa]C[y]C[z])",
            "SZ[5]RE[0]PB[a\\]b];B[aa]C[x];AE[aa]C[y]\n;C[z])",
        );
        check("(;SZ[5]C[first];AB[aa])", "SZ[5]C[first];AB[aa])");
    }

    #[test]
    fn lines_are_not_too_long() {
        let mut record = Record::new(Size::square(19).unwrap());
        let mut set_up = SetUp::default();
        set_up.put(Some(Color::White), &record.size().all());
        record.push(Entry::SetUp(Box::new(set_up)));
        for point in record.size().points() {
            record.push(Entry::Play((Color::Black, Move::At(point))));
        }
        let text = record.to_string();
        assert!(text.lines().all(|line| line.len() <= LINE), "{text}");
        assert!(text.lines().count() < 60, "{text}");
        assert_eq!(text.parse(), Ok(record));
    }

    #[test]
    fn what_cannot_be_written_is_left_out() {
        let mut record = Record::new(Size::square(9).unwrap());
        let empty = record.clone();
        record.rules = Some(" ".to_owned());
        record.info.insert(GameInfo::Event, String::new());
        record.push(Entry::Comment("\n".to_owned()));
        record.push(Entry::SetUp(Box::default()));
        record.push(Entry::SetUp(Box::default()));
        for komi in [f64::NAN, f64::INFINITY, 2.0 * MOST_KOMI] {
            record.komi = Some(komi);
            assert_eq!(record.to_string().parse(), Ok(empty.clone()), "{komi}");
        }
    }

    /// One line without surrounding blanks.
    fn line() -> impl Strategy<Value = Option<String>> {
        let text = proptest::option::of("[ -~é囲\\[\\]\\\\;:()]{0,100}");
        text.prop_map(|text| {
            text.map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty())
        })
    }

    /// Some lines, not all blank.
    fn lines() -> impl Strategy<Value = String> {
        "[ -~é碁\\[\\]\\\\;:()\n]{0,100}"
            .prop_filter("blank", |text: &String| !text.trim().is_empty())
    }

    fn color() -> impl Strategy<Value = Color> {
        proptest::bool::ANY.prop_map(|black| if black { Color::Black } else { Color::White })
    }

    fn points(size: Size, most: usize) -> impl Strategy<Value = PointSet> {
        let point = (1..=size.width(), 1..=size.height());
        let points = proptest::collection::vec(point, 0..most);
        points.prop_map(|points| {
            points
                .iter()
                .filter_map(|&(x, y)| Point::new(x, y))
                .collect()
        })
    }

    fn set_up(size: Size) -> impl Strategy<Value = SetUp> {
        let sets = (
            points(size, 60),
            points(size, 60),
            points(size, 10),
            proptest::option::of(color()),
        );
        let set_up = sets.prop_map(|(black, white, empty, turn)| {
            let mut set_up = SetUp::with_stones(&PerColor::new(black, white), turn);
            set_up.put(None, &empty);
            set_up
        });
        set_up.prop_filter("empty", |set_up| !set_up.is_empty())
    }

    fn play(size: Size) -> impl Strategy<Value = Play> {
        (color(), 0..=size.width(), 1..=size.height())
            .prop_map(|(color, x, y)| (color, Point::new(x, y).map_or(Move::Pass, Move::At)))
    }

    fn entry(size: Size) -> impl Strategy<Value = Entry> {
        prop_oneof![
            6 => play(size).prop_map(Entry::Play),
            1 => set_up(size).prop_map(|set_up| Entry::SetUp(Box::new(set_up))),
            1 => lines().prop_map(Entry::Comment),
        ]
    }

    fn record() -> impl Strategy<Value = Record> {
        let size =
            (2..=25u8, 2..=25u8).prop_map(|(width, height)| Size::new(width, height).unwrap());
        size.prop_flat_map(|size| {
            let entries = proptest::collection::vec(entry(size), 0..40);
            let info = proptest::collection::vec((0..GameInfo::NAMES.len(), line()), 0..5);
            let numbers = (
                proptest::option::of(-MOST_KOMI..=MOST_KOMI),
                proptest::option::of(0..=size.area() as u32),
            );
            let facts = (line(), line(), line(), line());
            (entries, info, numbers, facts, proptest::option::of(lines())).prop_map(
                move |(entries, info, (komi, handicap), (rules, result, black, white), remark)| {
                    let mut record = Record::new(size);
                    record.komi = komi;
                    record.handicap = handicap;
                    record.rules = rules;
                    record.result = result;
                    record.players[Color::Black] = black;
                    record.players[Color::White] = white;
                    for (index, text) in info {
                        let info = GameInfo::NAMES[index].0;
                        record.info.extend(text.map(|text| (info, text)));
                    }
                    record
                        .info
                        .extend(remark.map(|text| (GameInfo::Remark, text)));
                    entries.into_iter().for_each(|entry| record.push(entry));
                    record
                },
            )
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        #[test]
        fn what_is_written_reads_back_the_same(record in record()) {
            let text = record.to_string();
            let mut read: Record = text.parse().unwrap();
            // The rules are unknown.
            read.flaws.clear();
            prop_assert_eq!(read, record, "{}", text);
        }
    }
}
