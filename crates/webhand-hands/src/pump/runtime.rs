//! Worlds of the page script, and what pages write to their consoles.

use webhand_model::Origin;

use super::Errand;
use crate::page_script::WORLD;
use crate::world::World;
use webhand_cdp::Event;
use webhand_cdp::protocol::{
    ConsoleCalled, Context, ContextCreated, ContextDestroyed, ContextsCleared, ExceptionThrown, RemoteObject,
};

pub(super) fn take_in(world: &mut World, event: &Event) -> Vec<Errand> {
    let session = event.session.as_ref();
    if let Some(created) = event.read::<ContextCreated>() {
        let Context { id, origin, name, aux_data } = created.context;
        if let Some(frame) = aux_data.frame_id.and_then(|frame| world.frames.get_mut(&frame))
            && frame.session.id() == session
        {
            if aux_data.is_default {
                frame.main_context = Some(id);
            } else if name == WORLD {
                frame.context = Some(id);
                frame.origin = Origin::from_url(&origin);
                frame.took_over = false;
            }
        }
    } else if let Some(destroyed) = event.read::<ContextDestroyed>() {
        world.frames.forget_context(session, destroyed.execution_context_id);
    } else if event.read::<ContextsCleared>().is_some() {
        if let Some(session) = session {
            world.frames.forget_contexts(session);
        }
    } else if let Some(tab) = world.tab_of(session).and_then(|tab| world.tabs.get_mut(tab)) {
        if let Some(called) = event.read::<ConsoleCalled>() {
            let words: Vec<String> = called.args.iter().map(shown).collect();
            tab.log(&format!("[{}] {}", called.kind, words.join(" ")));
        } else if let Some(thrown) = event.read::<ExceptionThrown>() {
            let details = thrown.exception_details;
            let what = details.exception.as_ref().map(shown).filter(|what| !what.is_empty());
            tab.log(&format!("[error] {}", what.unwrap_or(details.text)));
        }
    }
    Vec::new()
}

fn shown(value: &RemoteObject) -> String {
    match (value.value.as_str(), &value.description) {
        (Some(text), _) => text.to_owned(),
        (None, Some(description)) => description.clone(),
        (None, None) => value.value.to_string(),
    }
}
