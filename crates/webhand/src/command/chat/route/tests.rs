use insta::assert_snapshot;

use super::{MessageRoute, RouteMode};

#[test]
fn a_message_goes_where_it_asks_to_in_both_languages() {
    let messages = [
        "what is the capital of Peru?",
        "¿qué es un faro?",
        "open https://shop.test and buy a lamp",
        "busca vuelos a Madrid en google",
        "add it to the cart",
        "thanks",
        "explain it without a browser, please",
    ];
    let choice = |message: &&str| {
        let choice = RouteMode::Auto.choose(message, None, true);
        format!("{message} -> {}: {}", choice.route.in_words(), choice.reason.in_words())
    };
    assert_snapshot!(messages.iter().map(choice).collect::<Vec<_>>().join("\n"), @"
    what is the capital of Peru? -> in words: a question of knowledge
    ¿qué es un faro? -> in words: a question of knowledge
    open https://shop.test and buy a lamp -> in the browser: it names an address
    busca vuelos a Madrid en google -> in the browser: it asks to search
    add it to the cart -> in the browser: it asks to buy or book
    thanks -> in words: it is too short to ask for more
    explain it without a browser, please -> in words: it asks for no browser
    ");
    assert_eq!(
        RouteMode::Auto.choose("now open the second one", Some(MessageRoute::Browser), true).route,
        MessageRoute::Browser
    );
    assert_eq!(
        RouteMode::Auto.choose("now open the second one", Some(MessageRoute::Words), true).route,
        MessageRoute::Words
    );
    let moves = |message| RouteMode::Auto.choose(message, None, true).moves_conversation();
    assert!(!moves("thanks") && moves("¿qué es un faro?"));
}

#[test]
fn a_brain_that_does_not_talk_works_on_what_it_can() {
    let route = |message| RouteMode::Auto.choose(message, None, false).route;
    assert_eq!(route("search for \"lantern\" and tell me the prices"), MessageRoute::Browser);
    assert_eq!(route("what is the capital of Peru?"), MessageRoute::Words, "there it says that it cannot");
}

#[test]
fn a_mode_that_was_chosen_decides_alone() {
    for (word, route) in [("browser", MessageRoute::Browser), ("words", MessageRoute::Words)] {
        let mode = RouteMode::parse(word).unwrap();
        assert_eq!(mode.choose("what is a lighthouse?", None, true).route, route);
        assert_eq!(mode.choose("open https://shop.test", None, true).route, route);
        assert!(mode.sign().starts_with(word), "the person sees it");
    }
    assert_eq!(RouteMode::parse("both"), None);
}
