//! Typed access to the fields of a JSON object. `null` counts as missing.

use super::notice::FieldError;
use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::{Move, Point, Size};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Maximum length of an invalid vertex in an error message.
const REPEATED: usize = 40;

/// The fields of an object.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// Returns the value of a field.
    pub(super) fn get(self, field: &str) -> Option<&'a Value> {
        self.0.get(field).filter(|value| !value.is_null())
    }

    /// Reads an integer in this range.
    pub(super) fn integer(
        self,
        field: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FieldError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let number = integer(value).filter(|number| range.contains(number));
        let wrong = || {
            let (least, most) = range.clone().into_inner();
            FieldError::new(field, format!("must be an integer from {least} to {most}"))
        };
        Ok(Some(number.ok_or_else(wrong)?))
    }

    /// Reads a list of integers.
    pub(super) fn integers(self, field: &str) -> Result<Option<Vec<i64>>, FieldError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let numbers = value
            .as_array()
            .and_then(|values| values.iter().map(integer).collect());
        let numbers: Option<Vec<i64>> = numbers;
        let wrong = || FieldError::new(field, "must be a list of integers");
        Ok(Some(numbers.ok_or_else(wrong)?))
    }

    /// Reads a number in this range.
    pub(super) fn number(
        self,
        field: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, FieldError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let number = value.as_f64().filter(|number| range.contains(number));
        let wrong = || {
            let (least, most) = range.clone().into_inner();
            FieldError::new(field, format!("must be a number from {least} to {most}"))
        };
        Ok(Some(number.ok_or_else(wrong)?))
    }

    /// Reads a boolean, false by default.
    pub(super) fn switch(self, field: &str) -> Result<bool, FieldError> {
        let wrong = || FieldError::new(field, "must be true or false");
        self.get(field)
            .map_or(Ok(false), |value| value.as_bool().ok_or_else(wrong))
    }

    /// Reads a string.
    pub(super) fn text(self, field: &str) -> Result<Option<&'a str>, FieldError> {
        let wrong = || FieldError::new(field, "must be a string");
        let text = self
            .get(field)
            .map(|value| value.as_str().ok_or_else(wrong));
        text.transpose()
    }

    /// Reads an object.
    pub(super) fn object(self, field: &str) -> Result<Option<Fields<'a>>, FieldError> {
        let wrong = || FieldError::new(field, "must be an object");
        let object = self
            .get(field)
            .map(|value| value.as_object().ok_or_else(wrong));
        Ok(object.transpose()?.map(Fields))
    }

    /// Reads a list of objects.
    pub(super) fn objects(self, field: &str) -> Result<Option<Vec<Fields<'a>>>, FieldError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let objects = value.as_array().and_then(|values| {
            let objects = values.iter().map(|value| value.as_object().map(Fields));
            objects.collect()
        });
        let wrong = || FieldError::new(field, "must be a list of objects");
        Ok(Some(objects.ok_or_else(wrong)?))
    }

    /// Reads a color.
    pub(super) fn color(self, field: &str) -> Result<Option<Color>, FieldError> {
        let wrong = || FieldError::new(field, r#"must be "B" or "W""#);
        let color = self.get(field).map(|value| color(value).ok_or_else(wrong));
        color.transpose()
    }

    /// Reads moves, each a pair of a color and a vertex.
    pub(super) fn plays(self, field: &str, size: Size) -> Result<Option<Vec<Play>>, FieldError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let shape = || FieldError::new(field, r#"must be a list of pairs like ["B", "C4"]"#);
        let play = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
            Some([side, at]) => {
                let side = color(side).ok_or_else(shape)?;
                let at = at.as_str().ok_or_else(shape)?;
                Ok((side, vertex(field, at, size)?))
            }
            _ => Err(shape()),
        };
        let pairs = value.as_array().ok_or_else(shape)?;
        pairs.iter().map(play).collect::<Result<_, _>>().map(Some)
    }

    /// Reads a list of vertices.
    pub(super) fn vertices(self, field: &str, size: Size) -> Result<Option<Vec<Move>>, FieldError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let shape = || FieldError::new(field, r#"must be a list of points like "C4""#);
        let one = |at: &Value| vertex(field, at.as_str().ok_or_else(shape)?, size);
        let all = value.as_array().ok_or_else(shape)?;
        all.iter().map(one).collect::<Result<_, _>>().map(Some)
    }
}

/// Returns a number without a fraction, in any notation.
fn integer(value: &Value) -> Option<i64> {
    /// Largest range in which every integer is exact in floating point.
    const MOST_EXACT: f64 = 9_007_199_254_740_992.0;
    let from_float = || {
        let number = value.as_f64()?;
        (number.fract() == 0.0 && number.abs() <= MOST_EXACT).then_some(number as i64)
    };
    value.as_i64().or_else(from_float)
}

fn color(value: &Value) -> Option<Color> {
    value.as_str()?.parse().ok()
}

/// Parses `pass`, `C4` or `(2,15)`: column and row from the upper left, counted from 0.
fn vertex(field: &str, text: &str, size: Size) -> Result<Move, FieldError> {
    let read = || {
        let to = match coordinates(text) {
            Some((column, row)) => {
                let row = size.height().checked_sub(row)?;
                Move::At(Point::new(column.checked_add(1)?, row)?)
            }
            None => text.parse().ok()?,
        };
        to.point().is_none_or(|at| size.contains(at)).then_some(to)
    };
    read().ok_or_else(|| {
        let text: String = text.chars().take(REPEATED).collect();
        FieldError::new(field, format!("not a point of the {size} board: {text}"))
    })
}

fn coordinates(text: &str) -> Option<(u8, u8)> {
    let (column, row) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let number = |text: &str| u8::from_str(text.trim()).ok();
    Some((number(column)?, number(row)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn points_are_letters_or_coordinates() {
        let object = object(r#"{"m":[["B","C4"],["white","pass"],["b","(0,0)"],["W","(8, 6)"]]}"#);
        let size = Size::new(9, 7).unwrap();
        let plays = Fields(&object).plays("m", size).unwrap().unwrap();
        let told: Vec<String> = plays
            .iter()
            .map(|(color, to)| format!("{color:?} {to}"))
            .collect();
        assert_eq!(told, ["Black C4", "White pass", "Black A7", "White J1"]);
    }

    #[test]
    fn what_has_another_type_is_refused() {
        let size = Size::square(9).unwrap();
        for (text, is_good) in [
            (r#"{"x":[]}"#, true),
            (r#"{"x":null}"#, true),
            (r#"{"x":[["B","(9,0)"]]}"#, false),
            (r#"{"x":[["B","(255,255)"]]}"#, false),
            (r#"{"x":[["B","(-1,0)"]]}"#, false),
            (r#"{"x":[["B","K1"]]}"#, false),
            (r#"{"x":[["B","I1"]]}"#, false),
            (r#"{"x":[["B"]]}"#, false),
            (r#"{"x":[["B","A1","A2"]]}"#, false),
            (r#"{"x":[["E","A1"]]}"#, false),
            (r#"{"x":"A1"}"#, false),
        ] {
            let object = object(text);
            assert_eq!(Fields(&object).plays("x", size).is_ok(), is_good, "{text}");
        }
        for (text, expected) in [
            ("5", Some(5)),
            ("5.0", Some(5)),
            ("5.5", None),
            ("1e300", None),
            ("\"5\"", None),
            ("10", Some(10)),
            ("11", None),
            ("-9223372036854775808", None),
            ("99999999999999999999", None),
        ] {
            let object = object(&format!("{{\"x\":{text}}}"));
            let found = Fields(&object).integer("x", 0..=10);
            assert_eq!(found.ok(), expected.map(Some), "{text}");
        }
    }
}
