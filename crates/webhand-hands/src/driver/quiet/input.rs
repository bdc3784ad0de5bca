//! Input by events of a script, at the innermost document under the point or the focus.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_wire::{QuietCommand, QuietInput, QuietKey, QuietKeyStep, QuietMouse, QuietMouseStep, QuietReply};

use super::QuietDriver;
use super::commands::{refused, unexpected};
use crate::driver::{
    Answer, DriverError, InputDispatch, KeyEvent, KeyStep, MouseButton, MouseEvent, MouseStep, SessionId, WheelEvent,
};

impl InputDispatch for QuietDriver {
    fn mouse<'a>(&'a self, session: &'a SessionId, event: &'a MouseEvent, within: Duration) -> Answer<'a, ()> {
        let step = match event.kind {
            MouseStep::Moved => QuietMouseStep::Moved,
            MouseStep::Pressed => QuietMouseStep::Pressed,
            MouseStep::Released => QuietMouseStep::Released,
        };
        let button = match event.button {
            MouseButton::None | MouseButton::Left => 0,
            MouseButton::Middle => 1,
            MouseButton::Right => 2,
        };
        let MouseEvent { x, y, buttons, click_count: clicks, modifiers, .. } = *event;
        let input = QuietInput::Mouse(QuietMouse { step, x, y, button, buttons, clicks, modifiers });
        self.deliver(session, input, within).boxed()
    }

    fn wheel<'a>(&'a self, session: &'a SessionId, event: WheelEvent, within: Duration) -> Answer<'a, ()> {
        let WheelEvent { x, y, delta_x, delta_y } = event;
        self.deliver(session, QuietInput::Wheel { x, y, delta_x, delta_y }, within).boxed()
    }

    fn key<'a>(&'a self, session: &'a SessionId, event: &'a KeyEvent, within: Duration) -> Answer<'a, ()> {
        let key = QuietKey {
            step: match event.kind {
                KeyStep::Down | KeyStep::RawDown => QuietKeyStep::Down,
                KeyStep::Up => QuietKeyStep::Up,
            },
            key: event.key.clone(),
            code: event.code.to_owned(),
            key_code: event.windows_virtual_key_code,
            location: event.location,
            modifiers: event.modifiers,
            repeat: event.auto_repeat,
            text: event.text.clone(),
        };
        self.deliver(session, QuietInput::Key(key), within).boxed()
    }

    fn insert_text<'a>(&'a self, session: &'a SessionId, text: &'a str, within: Duration) -> Answer<'a, ()> {
        self.deliver(session, QuietInput::Text { text: text.to_owned() }, within).boxed()
    }
}

impl QuietDriver {
    /// Hands an event to the top document, and on into the frame that it names.
    async fn deliver(&self, session: &SessionId, input: QuietInput, within: Duration) -> Result<(), DriverError> {
        let _turn = self.input_turn.lock().await;
        let mut place = self.top(session)?;
        let mut input = input;
        for _ in 0..MOST_NESTED {
            let command = QuietCommand::Input { tab: place.tab, document: place.name.clone(), input: input.clone() };
            let reply = self.call(command, within).await?;
            if matches!(reply, QuietReply::Done {}) {
                return Ok(());
            }
            let QuietReply::Inside { node, x, y } = reply else { return Err(unexpected(&reply)) };
            let mut inner = None;
            let children = self.state().children(&place);
            for child in children {
                if self.owner_of(&place, &child, within).await.ok().flatten() == Some(node) {
                    inner = Some(child);
                    break;
                }
            }
            // A frame without a page script takes no input at this level.
            place = inner.ok_or_else(|| refused("input", "the frame there cannot be reached"))?;
            input = at(input, x, y);
        }
        Err(refused("input", "the frames are nested too deep"))
    }
}

fn at(input: QuietInput, x: f64, y: f64) -> QuietInput {
    match input {
        QuietInput::Mouse(mouse) => QuietInput::Mouse(QuietMouse { x, y, ..mouse }),
        QuietInput::Wheel { delta_x, delta_y, .. } => QuietInput::Wheel { x, y, delta_x, delta_y },
        other @ (QuietInput::Key(_) | QuietInput::Text { .. }) => other,
    }
}

const MOST_NESTED: usize = 20;
