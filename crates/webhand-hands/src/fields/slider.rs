//! Moves custom sliders and spinners, which are no `<input>`, by arrow keys.

use std::time::Duration;

use webhand_model::FailCode;
use webhand_rt::sleep;
use webhand_wire::{Caret, ElementState, PageCommand};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::fields::keys::{Chord, parse_chord};
use crate::fields::{Fields, element_error};
use crate::pointing::mouse::InputDelivery;

impl Fields {
    /// Moves the slider until it has the wanted value, or the nearest one that its steps allow.
    pub(crate) async fn move_slider(
        &self,
        element: &Element,
        state: &ElementState,
        [mut now, least, most]: [f64; 3],
        wanted: &str,
    ) -> Result<(), ActionError> {
        let goal: f64 = wanted.parse().unwrap_or(f64::NAN);
        if !state.enabled {
            return Err(element_error(element, FailCode::Disabled, "it is disabled"));
        }
        if !(least..=most).contains(&goal) {
            let why = format!("it takes a number from {least} to {most}");
            return Err(element_error(element, FailCode::NoOption, &why));
        }
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::Keep }).await?;
        let mut step = None;
        for _ in 0..MOST_ROUNDS {
            let away = goal - now;
            if away == 0.0 || step.is_some_and(|step: f64| away.abs() < step / 2.0) {
                return Ok(());
            }
            let times = step.map_or(1.0, |step| (away.abs() / step).round().clamp(1.0, MOST_KEYS));
            let key = key(if away > 0.0 { "ArrowUp" } else { "ArrowDown" })?;
            if self.press_key_times(element, &key, times).await? == InputDelivery::DialogOpened {
                return Ok(());
            }
            let Some(moved) = self.position_after(element, now).await? else { return Ok(()) };
            let went = (moved - now).abs();
            if went == 0.0 {
                let why = format!("keys do not move it past {now}; drag it, or click where it should stand");
                return Err(element_error(element, FailCode::NotTaken, &why));
            }
            let one = went / times;
            // The slider jumps between two values around the goal: it cannot get nearer.
            if step == Some(one) && (goal - moved).abs() >= away.abs() {
                break;
            }
            step = Some(one);
            now = moved;
        }
        Ok(())
    }

    /// Reads the value after a key. Many components update it only some frames later.
    async fn position_after(&self, element: &Element, from: f64) -> Result<Option<f64>, ActionError> {
        let mut looks = 0;
        loop {
            looks += 1;
            let Some([now, ..]) = self.elements.state(element).await?.range else { return Ok(None) };
            // An unchanged value is returned only after the component had time to update it.
            if (now - from).abs() > 0.0 || looks == MOST_LOOKS {
                return Ok(Some(now));
            }
            sleep(BETWEEN_LOOKS).await;
        }
    }

    async fn press_key_times(&self, element: &Element, key: &Chord, times: f64) -> Result<InputDelivery, ActionError> {
        let (tab, session) = self.access.current()?;
        let pressing = async {
            let mut left = times;
            while left >= 1.0 {
                if self.keyboard.press_chord(tab, &session, key).await? == InputDelivery::DialogOpened {
                    return Ok(InputDelivery::DialogOpened);
                }
                left -= 1.0;
            }
            Ok(InputDelivery::Complete)
        };
        Ok(self.keyboard.type_only_into(element, pressing).await?.delivery)
    }
}

fn key(name: &str) -> Result<Chord, ActionError> {
    parse_chord(name).map_err(|why| ActionError::failed(FailCode::Internal, why))
}

/// The most keys that are sent before the value is read again.
const MOST_KEYS: f64 = 250.0;
const MOST_ROUNDS: usize = 12;
const MOST_LOOKS: u32 = 5;
const BETWEEN_LOOKS: Duration = Duration::from_millis(30);
