//! Data of the page's scripts, as JSON.

use crate::go::color::Color;
use crate::go::point::{Point, Size};
use serde_json::Value;

/// Row-major index of a point, from the lower left.
pub(super) fn index(point: Point, size: Size) -> usize {
    usize::from(point.row() - 1) * usize::from(size.width()) + usize::from(point.column() - 1)
}

/// Code of the stone on a point: 0 empty, 1 black, 2 white.
pub(super) fn code(stone: Option<Color>) -> u8 {
    stone.map_or(0, |color| 1 + color as u8)
}

/// Escapes JSON for HTML, so that no text from a record ends the script.
pub(super) fn in_html(data: &Value) -> String {
    data.to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}
