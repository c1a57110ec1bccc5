//! Character sets: decodes bytes to text.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// Decodes a file. Bytes that its character set does not know become replacement characters.
///
/// ```
/// assert_eq!(wakari::sgf::decode(b"(;CA[latin1]PB[M\xfcller])"), "(;CA[latin1]PB[M\u{fc}ller])");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    let named = charset(bytes).and_then(encoding);
    // Nearly all files are ASCII or UTF-8, which need no copy.
    match (named, std::str::from_utf8(bytes)) {
        (None, Ok(text)) => Cow::Borrowed(text),
        (None, Err(_)) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        (Some(encoding), _) => encoding.decode_without_bom_handling(bytes).0,
    }
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
        _ => label,
    };
    Encoding::for_label_no_replacement(label)
        .filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
}
