//! Character sets: decodes bytes to text.
//!
//! In Shift_JIS, GBK, Big5 and others the second byte of a character may be that of `\` or `]`. Read
//! in a wrong character set, such a text loses the end of a value, and moves with it. So a reading
//! is also judged by its [disorder]: by what stands outside of properties, and by values that seem
//! to contain properties.

use super::flaw::Flaw;
use super::syntax::disorder;
use super::value::excerpt;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};
use std::borrow::Cow;

/// Decodes a file. Bytes that its character set does not know become replacement characters.
///
/// ```
/// assert_eq!(wakari::sgf::decode(b"(;CA[latin1]PB[M\xfcller])"), "(;CA[latin1]PB[M\u{fc}ller])");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    decoded(bytes).0
}

/// Decodes a file, and notes if its character set had to be guessed.
pub(super) fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Option<Flaw>) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return (encoding.decode_without_bom_handling(&bytes[mark..]).0, None);
    }
    let label = charset(bytes);
    let named = label.and_then(encoding);
    let used = |encoding: &'static Encoding| Flaw::Charset {
        named: label.map(|label| excerpt(&String::from_utf8_lossy(label))),
        used: encoding.name(),
    };
    if !is_seven_bit_japanese(bytes) {
        // Nearly all files are ASCII or UTF-8, which need no copy.
        match (named, std::str::from_utf8(bytes)) {
            (None, Ok(text)) => return (Cow::Borrowed(text), None),
            (Some(named), Ok(text)) if named == UTF_8 || text.is_ascii() => {
                return (Cow::Borrowed(text), None);
            }
            // A file that was converted often keeps its old label.
            (Some(_), Ok(text)) if text.chars().any(|c| c.len_utf8() > 2) => {
                return (Cow::Borrowed(text), Some(used(UTF_8)));
            }
            _ => {}
        }
    }
    if let Some(named) = named {
        let (text, failed) = named.decode_without_bom_handling(bytes);
        if !failed && disorder(&text) == 0 {
            return (text, None);
        }
    }
    let (found, text) = guess(bytes, named);
    // Latin letters are what the format has without a label.
    let is_usual = named == Some(found) || (label.is_none() && found == WINDOWS_1252);
    (text, (!is_usual).then(|| used(found)))
}

/// Returns the most plausible character set of bytes that are not UTF-8, and their text.
///
/// The one with the least disorder is chosen; among equals in a short text, the one with the fewest
/// rare characters; then the one named, then the one that a browser would choose, then one without
/// impossible characters.
fn guess<'a>(
    bytes: &'a [u8],
    named: Option<&'static Encoding>,
) -> (&'static Encoding, Cow<'a, str>) {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let likely = detector.guess(None, Utf8Detection::Deny);
    let known = [GBK, SHIFT_JIS, BIG5, EUC_KR, EUC_JP, WINDOWS_1252];
    let japanese = is_seven_bit_japanese(bytes).then_some(ISO_2022_JP);
    // A label holds unless whole characters are wrong in it.
    let is_tenable = |named: &&'static Encoding| {
        let (text, failed) = named.decode_without_bom_handling(bytes);
        let wrong = text.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER);
        let right = text.chars().filter(|&c| !c.is_ascii());
        !failed || 2 * wrong.count() <= right.count()
    };
    let named = named.filter(is_tenable);
    let candidates = japanese
        .into_iter()
        .chain(named)
        .chain([likely])
        .chain(known);
    // A browser's choice needs some text.
    let is_short = bytes.iter().filter(|byte| !byte.is_ascii()).count() <= SHORT;
    let readings = candidates.enumerate().map(|(number, encoding)| {
        let (text, failed) = encoding.decode_without_bom_handling(bytes);
        let is_stated = Some(encoding) == named || encoding == likely;
        let rare = if is_short && Some(encoding) != named {
            rare_characters(bytes, encoding)
        } else {
            0
        };
        (
            (disorder(&text), rare, failed && !is_stated, number),
            encoding,
            text,
        )
    });
    let (_, encoding, text) = readings
        .min_by_key(|(rank, ..)| *rank)
        .expect("there are candidates");
    (encoding, text)
}

/// The most bytes beyond ASCII of a short text.
const SHORT: usize = 60;

/// Counts the characters that texts in this character set hardly have: those outside the standard
/// that it extends, or of its second level. Among Latin letters, two in a row are rare.
fn rare_characters(bytes: &[u8], encoding: &'static Encoding) -> usize {
    let mut rare = 0;
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        let second = after.first().copied().unwrap_or_default();
        let (is_double, is_usual) = match first {
            0..=0x80 => (false, true),
            first if encoding == SHIFT_JIS => match first {
                0xa1..=0xdf => (false, false),
                first => (true, *first <= 0x97),
            },
            first if encoding == GBK => (true, (0xa1..=0xd7).contains(first) && second >= 0xa1),
            first if encoding == BIG5 => (true, (0xa1..=0xc6).contains(first)),
            first if encoding == EUC_KR => (true, (0xa1..=0xc8).contains(first) && second >= 0xa1),
            first if encoding == EUC_JP => (true, (0xa1..=0xcf).contains(first) && second >= 0xa1),
            _ if encoding == WINDOWS_1252 => (false, second.is_ascii()),
            _ => (false, true),
        };
        rare += usize::from(!is_usual);
        rest = &after[usize::from(is_double).min(after.len())..];
    }
    rare
}

/// Returns true if the bytes have the escape sequences of ISO-2022-JP, which is ASCII otherwise.
fn is_seven_bit_japanese(bytes: &[u8]) -> bool {
    bytes
        .windows(3)
        .any(|part| matches!(part, b"\x1b$B" | b"\x1b$@"))
}

/// Returns the value of CA in the first node of the first game.
///
/// The bytes are not decoded yet: in Shift_JIS, Big5 and GB18030 the second byte of a character may
/// look like `\` or `]`. So values are not parsed. The name is accepted where a property may begin,
/// after a `;` or a `]`, and the node ends at a `;` or parenthesis after a `]`.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    let skip = |at: usize| {
        bytes[at..]
            .iter()
            .position(|byte| !is_blank(byte))
            .map(|n| at + n)
    };
    let mut opens = (0..bytes.len()).filter(|&at| bytes[at] == b'(');
    let mut at = opens.find_map(|open| skip(open + 1).filter(|&next| bytes[next] == b';'))?;
    loop {
        let next = skip(at + 1)?;
        match &bytes[next..] {
            [b';' | b'(' | b')', ..] => return None,
            [b'C', b'A', ..] => {
                if let Some(open) = skip(next + 2).filter(|&open| bytes[open] == b'[') {
                    let label = bytes[open + 1..].split(|&byte| byte == b']').next();
                    return label.map(<[u8]>::trim_ascii);
                }
            }
            _ => {}
        }
        at = next + bytes[next..].iter().position(|&byte| byte == b']')?;
    }
}

/// Returns the encoding of a name: a label of the Web
/// (<https://encoding.spec.whatwg.org/#names-and-labels>), a Windows code page, or `Latin-1` as
/// some programs write it.
///
/// UTF-16 is impossible, since the name was read byte by byte.
fn encoding(label: &[u8]) -> Option<&'static Encoding> {
    let label: &[u8] = match label.to_ascii_lowercase().as_slice() {
        b"cp932" => b"shift_jis",
        b"cp936" => b"gbk",
        b"cp949" => b"euc-kr",
        b"cp950" => b"big5",
        b"latin-1" => b"latin1",
        // Bytes beyond ASCII contradict it.
        b"us-ascii" | b"ascii" => return None,
        _ => label,
    };
    Encoding::for_label_no_replacement(label)
        .filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
}
