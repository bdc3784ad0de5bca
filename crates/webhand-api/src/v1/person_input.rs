//! The person's mouse and keys, passed on to the page of a run that they have taken over. Nothing of it is recorded or logged.

use axum::body::Body;
use axum::http::Response;
use webhand_port::{PersonInput, PointerButton, PointerInput, PointerStep};
use webhand_run_api::ApiProblem;
use webhand_wire::api::{InputBatch, InputEvent, MouseButton, MouseStep, ProblemCode};

use super::{Call, no_content};

impl Call {
    pub(super) async fn person_input(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let InputBatch { inputs } = self.body()?;
        if inputs.len() > MOST_AT_ONCE {
            return Err(bad("at most 64 inputs at once"));
        }
        let inputs = inputs.into_iter().map(port_input).collect::<Result<Vec<_>, _>>()?;
        self.api.runs.person_input(&run, inputs).await?;
        Ok(no_content())
    }
}

fn port_input(input: InputEvent) -> Result<PersonInput, ApiProblem> {
    Ok(match input {
        InputEvent::Mouse { step, x, y, button, buttons, clicks, modifiers } => {
            check_place(x, y)?;
            let (step, button) = (pointer_step(step), pointer_button(button));
            PersonInput::Mouse(PointerInput { step, x, y, button, buttons, clicks: clicks.min(3), modifiers })
        }
        InputEvent::Wheel { x, y, delta_x, delta_y } => {
            check_place(x, y)?;
            check_place(delta_x.abs(), delta_y.abs())?;
            PersonInput::Wheel { x, y, delta_x, delta_y }
        }
        InputEvent::Key { key, down, modifiers } => {
            check_length(&key, LONGEST_KEY)?;
            PersonInput::Key { key, is_down: down, modifiers }
        }
        InputEvent::Text { text } => {
            check_length(&text, LONGEST_TEXT)?;
            PersonInput::Text(text)
        }
        InputEvent::Dialog { accept, text } => {
            check_length(text.as_deref().unwrap_or_default(), LONGEST_TEXT)?;
            PersonInput::Dialog { accept, text }
        }
    })
}

fn pointer_step(step: MouseStep) -> PointerStep {
    match step {
        MouseStep::Move => PointerStep::Move,
        MouseStep::Press => PointerStep::Press,
        MouseStep::Release => PointerStep::Release,
    }
}

fn pointer_button(button: MouseButton) -> PointerButton {
    match button {
        MouseButton::None => PointerButton::None,
        MouseButton::Left => PointerButton::Left,
        MouseButton::Middle => PointerButton::Middle,
        MouseButton::Right => PointerButton::Right,
    }
}

fn check_place(x: f64, y: f64) -> Result<(), ApiProblem> {
    let is_place = |at: f64| (0.0..=FARTHEST).contains(&at);
    if is_place(x) && is_place(y) { Ok(()) } else { Err(bad("a place is in pixels of the picture")) }
}

fn check_length(text: &str, most: usize) -> Result<(), ApiProblem> {
    if text.len() <= most { Ok(()) } else { Err(bad("that is too long at once")) }
}

fn bad(detail: &str) -> ApiProblem {
    ApiProblem::new(ProblemCode::BadRequest, detail)
}

const MOST_AT_ONCE: usize = 64;
const FARTHEST: f64 = 20_000.0;
const LONGEST_KEY: usize = 32;
const LONGEST_TEXT: usize = 10_000;
