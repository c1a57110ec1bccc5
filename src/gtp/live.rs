//! The engine with others looking on: GoGui, for which it draws what it thinks meanwhile, and gtp2ogs, which it tells
//! afterwards.

use super::gogui;
use super::info;
use super::parameter::LiveDrawing;
use crate::color::Color;
use crate::engine::{Engine, Generated};
use crate::search::{SearchResult, Watch};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How often something is drawn while the engine thinks.
const DRAWN_EVERY: Duration = Duration::from_millis(500);

/// One of the engine's ways to find a move.
pub(super) type Find = fn(&mut Engine, Color, &Arc<AtomicBool>, Option<Watch>) -> Generated;

/// An engine, and where its thinking is drawn and told.
pub(super) struct LiveEngine<'a> {
    /// The engine.
    pub engine: &'a mut Engine,
    /// What is drawn while it thinks.
    pub drawing: LiveDrawing,
    /// The error stream, from which GoGui reads drawings.
    pub errors: &'a mut dyn Write,
    /// Whether gtp2ogs reads there what is thought of each move.
    pub tells_ogs: bool,
}

impl LiveEngine<'_> {
    /// Finds a move and draws what the engine thinks meanwhile. What it has thought is told before the reply: gtp2ogs listens
    /// only while it waits for one.
    pub(super) fn find(&mut self, color: Color, stop: &Arc<AtomicBool>, find: Find) -> Generated {
        let LiveEngine {
            engine,
            drawing,
            errors,
            tells_ogs,
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
