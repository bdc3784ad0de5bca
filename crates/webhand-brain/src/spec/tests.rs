use insta::assert_snapshot;

use super::{BrainChoice, BrainSpec, ModelSpec};

fn read(written: &str) -> String {
    let spec = match BrainSpec::parse(written) {
        Err(error) => return error.to_string(),
        Ok(spec) => spec,
    };
    let choices = spec.choices.iter().map(|choice| match choice {
        BrainChoice::Literal => "literal".to_owned(),
        BrainChoice::Model(ModelSpec { provider, address, model, settings }) => {
            let place = address.as_deref().unwrap_or("home");
            let set = format!("{settings:?}")
                .replace("ModelSettings ", "")
                .replace(", ca: None", "")
                .replace(", hands: None", "");
            format!("{model} of {} at {place} {set}", provider.name)
        }
        BrainChoice::ChatTab(chat) => {
            let options = chat.options();
            format!("chat {} as {}, {:?} apart, {}", chat.name(), chat.written(), options.pace, options.message)
        }
    });
    choices.collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_word_names_a_brain_or_says_what_exists() {
    let words = [
        "literal",
        "openai/gpt-x",
        "anthropic/claude-x?effort=low&max_tokens=900",
        "openrouter/meta/llama-x",
        "ollama/qwen3:8b?tools=no",
        "openai:http://127.0.0.1:8080/v1#fake?pictures=no",
        "anthropic/claude-x, ollama/qwen3 ,literal",
        "openai:http://127.0.0.1:8080/v1",
        "anthropic/",
        "openai",
        "zzz/x",
        "litteral",
        "opanai/gpt-x",
        "",
        "literal,,literal",
        "literal,literal,literal,literal,literal,literal,literal,literal,literal",
        "ollama/x?colour=red",
        "ollama/x?max_tokens=0",
        "anthropic/x?tools=no",
        "anthropic/x?hands=browser",
        "gemini/x?hands=computer",
        "gemini/x?hands=browser",
        "groq/x?hands=computer",
        "openai-responses/x?hands=computer&pictures=no",
        "chat-tab:chatgpt?pace=0&message=4000",
        "chat-tab:http://127.0.0.1:8080/chat?a=b#claude?pace=0",
        "chat-tab:",
        "chat-tab:claude?speed=9",
    ];
    let told = words.map(|word| format!("{word} -> {}", read(word)));
    assert_snapshot!(told.join("\n"), @r#"
    literal -> literal
    openai/gpt-x -> gpt-x of openai at home { pictures: None, tools: None, effort: None, max_tokens: None }
    anthropic/claude-x?effort=low&max_tokens=900 -> claude-x of anthropic at home { pictures: None, tools: None, effort: Some("low"), max_tokens: Some(900) }
    openrouter/meta/llama-x -> meta/llama-x of openrouter at home { pictures: None, tools: None, effort: None, max_tokens: None }
    ollama/qwen3:8b?tools=no -> qwen3:8b of ollama at home { pictures: None, tools: Some(Text), effort: None, max_tokens: None }
    openai:http://127.0.0.1:8080/v1#fake?pictures=no -> fake of openai at http://127.0.0.1:8080/v1 { pictures: Some(false), tools: None, effort: None, max_tokens: None }
    anthropic/claude-x, ollama/qwen3 ,literal -> claude-x of anthropic at home { pictures: None, tools: None, effort: None, max_tokens: None } | qwen3 of ollama at home { pictures: None, tools: None, effort: None, max_tokens: None } | literal
    openai:http://127.0.0.1:8080/v1 -> no model is named in "openai:http://127.0.0.1:8080/v1"; add one, as in openai:http://127.0.0.1:8080/v1#model
    anthropic/ -> no model is named in "anthropic/"; add one, as in anthropic/claude-…
    openai -> no model is named in "openai"; add one, as in openai/gpt-…
    zzz/x -> there is no brain "zzz"; use literal, chat-tab:…, anthropic/…, openai/…, openai-responses/…, gemini/…, gigachat/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
    litteral -> there is no brain "litteral"; did you mean literal?; use literal, chat-tab:…, anthropic/…, openai/…, openai-responses/…, gemini/…, gigachat/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
    opanai/gpt-x -> there is no brain "opanai"; did you mean openai/…?; use literal, chat-tab:…, anthropic/…, openai/…, openai-responses/…, gemini/…, gigachat/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
     -> there is no brain ""; use literal, chat-tab:…, anthropic/…, openai/…, openai-responses/…, gemini/…, gigachat/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
    literal,,literal -> no brain is named between two commas of "literal,,literal"
    literal,literal,literal,literal,literal,literal,literal,literal,literal -> 9 brains are too many to stand in for each other; name at most 8
    ollama/x?colour=red -> "colour=red" is not a setting; use pictures=yes or no, tools=yes, no or json, hands=own, computer or browser, effort=low (or another word of the provider), max_tokens=NUMBER, ca=FILE
    ollama/x?max_tokens=0 -> "max_tokens=0" is not a setting; use pictures=yes or no, tools=yes, no or json, hands=own, computer or browser, effort=low (or another word of the provider), max_tokens=NUMBER, ca=FILE
    anthropic/x?tools=no -> anthropic has no setting tools
    anthropic/x?hands=browser -> x of anthropic at home { pictures: None, tools: None, hands: Some(Browser), effort: None, max_tokens: None }
    gemini/x?hands=computer -> x of gemini at home { pictures: None, tools: None, hands: Some(Computer), effort: None, max_tokens: None }
    gemini/x?hands=browser -> gemini has no setting hands=browser
    groq/x?hands=computer -> groq has no setting hands
    openai-responses/x?hands=computer&pictures=no -> a model that works by pictures must see them: leave out pictures=no, or hands=
    chat-tab:chatgpt?pace=0&message=4000 -> chat chatgpt as chat-tab:chatgpt, 3s apart, 4000
    chat-tab:http://127.0.0.1:8080/chat?a=b#claude?pace=0 -> chat claude as chat-tab:http://127.0.0.1:8080/chat?a=b#claude, 0ns apart, 8000
    chat-tab: -> "" is no chat: write chat-tab:chatgpt, chat-tab:claude, chat-tab:gemini, chat-tab:aistudio or chat-tab:https://HOST/
    chat-tab:claude?speed=9 -> "speed=9" is not a setting of a chat; use pace=SECONDS (at most 600) or message=CHARACTERS (1000 to 60000)
    "#);
}
