//! Live output during and after a search: drawings for GoGui and chat lines for gtp2ogs.

use super::gogui;
use super::info;
use super::parameter::LiveDrawing;
use crate::engine::search::{SearchResult, Watch};
use crate::engine::{Engine, Generated};
use crate::go::color::Color;
use crate::ui::settings::SessionSettings;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time between two drawings.
const DRAWN_EVERY: Duration = Duration::from_millis(500);

/// A function of the engine that finds a move.
pub(super) type Find = fn(&mut Engine, Color, &Arc<AtomicBool>, Option<Watch>) -> Generated;

/// An engine with its live output.
pub(super) struct LiveEngine<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// The drawing during a search.
    pub drawing: LiveDrawing,
    /// The error stream, where GoGui reads drawings.
    pub errors: &'a mut dyn Write,
    /// True if each move's evaluation goes to gtp2ogs on the error stream.
    pub tells_ogs: bool,
    /// The settings by KataGo's names.
    pub settings: SessionSettings,
}

impl LiveEngine<'_> {
    /// Finds a move, with drawings during the search.
    ///
    /// The chat line is written before the reply, since gtp2ogs listens only while it waits for
    /// one.
    pub(super) fn find(&mut self, color: Color, stop: &Arc<AtomicBool>, find: Find) -> Generated {
        let LiveEngine {
            engine,
            drawing,
            errors,
            tells_ogs,
            ..
        } = self;
        let mut has_drawn = false;
        let mut draw = |found: &SearchResult| {
            if let Some(text) = gogui::live_drawing(*drawing, color, found) {
                has_drawn = true;
                // Controllers may have closed the error stream.
                _ = errors.write_all(text.as_bytes());
            }
        };
        let watch = (*drawing != LiveDrawing::None).then_some(Watch {
            interval: DRAWN_EVERY,
            min_moves: 0,
            bans: &[],
            moves_ownership: false,
            tell: &mut draw,
        });
        let found = find(engine, color, stop, watch);
        if has_drawn {
            _ = errors.write_all(gogui::CLEAR.as_bytes());
        }
        if *tells_ogs
            && let (Generated::Play(to), Some((_, thought))) = (found, engine.last_thought())
        {
            _ = writeln!(errors, "{}", info::chat(to, thought));
        }
        found
    }
}
