//! What the scripts of a page are given, as JSON.

use crate::color::Color;
use crate::point::{Point, Size};
use serde_json::Value;

/// The number of a point, row by row from the lower left.
pub(super) fn index(point: Point, size: Size) -> usize {
    usize::from(point.row() - 1) * usize::from(size.width()) + usize::from(point.column() - 1)
}

/// What stands on a point: 0 nothing, 1 black, 2 white.
pub(super) fn code(stone: Option<Color>) -> u8 {
    stone.map_or(0, |color| 1 + color as u8)
}

/// Data as they can stand in HTML: no text from a record ends the script.
pub(super) fn in_html(data: &Value) -> String {
    data.to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}
