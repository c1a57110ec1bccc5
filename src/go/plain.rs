//! The plain types for `serde`: colors, points, moves, sizes and rule sets by name as texts, sets of
//! points as lists, and a value per player as an object.

use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet, Size};
use crate::go::rules::Preset;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;

/// Writes types as they are displayed and parses what is read.
macro_rules! as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: Cow<'de, str> = Deserialize::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Color, Point, Move, Size, Preset);

impl Serialize for PointSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for PointSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointSet, D::Error> {
        let points: Vec<Point> = Deserialize::deserialize(deserializer)?;
        Ok(points.into_iter().collect())
    }
}

/// A value per player with names.
#[derive(serde::Serialize, serde::Deserialize)]
struct Named<T> {
    black: T,
    white: T,
}

impl<T: Serialize> Serialize for PerColor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PerColor([black, white]) = self;
        Named { black, white }.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerColor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerColor<T>, D::Error> {
        let Named { black, white } = Deserialize::deserialize(deserializer)?;
        Ok(PerColor::new(black, white))
    }
}

#[cfg(all(test, feature = "json"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::rules::Rules;
    use crate::go::score::{Score, Tally};
    use std::fmt::Debug;

    #[track_caller]
    fn check<T>(value: T, text: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug,
    {
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    }

    #[test]
    fn plain_values_come_back() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        check(Color::White, r#""White""#);
        check(point("T19"), r#""T19""#);
        check(Move::Pass, r#""pass""#);
        check(Size::new(13, 9).unwrap(), r#""13x9""#);
        check(Preset::NewZealand, r#""new-zealand""#);
        check(
            [point("A1"), point("C2")].into_iter().collect::<PointSet>(),
            r#"["A1","C2"]"#,
        );
        check(PerColor::new(1, 2), r#"{"black":1,"white":2}"#);
    }

    #[test]
    fn every_rule_set_and_score_comes_back() {
        for rules in Rules::ALL {
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
        }
        let tally = |territory| Tally {
            territory,
            ..Tally::default()
        };
        let score = Score {
            tallies: PerColor::new(tally(3), tally(5)),
        };
        let text = serde_json::to_string(&score).unwrap();
        assert_eq!(serde_json::from_str::<Score>(&text).unwrap(), score);
        assert!(
            text.starts_with(r#"{"tallies":{"black":{"territory":3,"#),
            "{text}"
        );
    }

    #[test]
    fn texts_that_are_none_are_refused() {
        for text in [r#""I1""#, r#""Z26""#, "1", "null"] {
            assert!(serde_json::from_str::<Point>(text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<PointSet>(r#"["A1", "pass"]"#).is_err());
        assert!(serde_json::from_str::<Size>(r#""26""#).is_err());
    }
}
