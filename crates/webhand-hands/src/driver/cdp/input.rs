//! The mouse, the keyboard and drags.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{self, InsertText, SetInterceptDrags};

use super::CdpDriver;
use crate::driver::{
    Answer, DragEvent, DragInput, DragStep, InputDispatch, KeyEvent, KeyStep, MouseButton, MouseEvent, MouseStep,
    SessionId, WheelEvent,
};

impl InputDispatch for CdpDriver {
    fn mouse<'a>(&'a self, session: &'a SessionId, event: &'a MouseEvent, within: Duration) -> Answer<'a, ()> {
        let command = protocol::MouseEvent {
            kind: match event.kind {
                MouseStep::Moved => "mouseMoved",
                MouseStep::Pressed => "mousePressed",
                MouseStep::Released => "mouseReleased",
            },
            x: event.x,
            y: event.y,
            button: match event.button {
                MouseButton::None => "none",
                MouseButton::Left => "left",
                MouseButton::Middle => "middle",
                MouseButton::Right => "right",
            },
            buttons: event.buttons,
            click_count: event.click_count,
            modifiers: event.modifiers,
        };
        self.run(session, command, within).boxed()
    }

    fn wheel<'a>(&'a self, session: &'a SessionId, event: WheelEvent, within: Duration) -> Answer<'a, ()> {
        let WheelEvent { x, y, delta_x, delta_y } = event;
        self.run(session, protocol::WheelEvent { kind: "mouseWheel", x, y, delta_x, delta_y }, within).boxed()
    }

    fn key<'a>(&'a self, session: &'a SessionId, event: &'a KeyEvent, within: Duration) -> Answer<'a, ()> {
        let command = protocol::KeyEvent {
            kind: match event.kind {
                KeyStep::Down => "keyDown",
                KeyStep::RawDown => "rawKeyDown",
                KeyStep::Up => "keyUp",
            },
            modifiers: event.modifiers,
            key: event.key.clone(),
            code: event.code,
            windows_virtual_key_code: event.windows_virtual_key_code,
            location: event.location,
            is_keypad: event.is_keypad,
            auto_repeat: event.auto_repeat,
            text: event.text.clone(),
            unmodified_text: event.text.clone(),
        };
        self.run(session, command, within).boxed()
    }

    fn insert_text<'a>(&'a self, session: &'a SessionId, text: &'a str, within: Duration) -> Answer<'a, ()> {
        self.run(session, InsertText { text: text.to_owned() }, within).boxed()
    }
}

impl DragInput for CdpDriver {
    fn intercept<'a>(&'a self, session: &'a SessionId, enabled: bool, within: Duration) -> Answer<'a, ()> {
        self.run(session, SetInterceptDrags { enabled }, within).boxed()
    }

    fn drag<'a>(&'a self, session: &'a SessionId, event: &'a DragEvent, within: Duration) -> Answer<'a, ()> {
        let kind = match event.kind {
            DragStep::Enter => "dragEnter",
            DragStep::Over => "dragOver",
            DragStep::Drop => "drop",
            DragStep::Cancel => "dragCancel",
        };
        let command = protocol::DragEvent { kind, x: event.x, y: event.y, data: event.data.0.clone(), modifiers: 0 };
        self.run(session, command, within).boxed()
    }
}
