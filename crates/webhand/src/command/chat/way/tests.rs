use insta::assert_snapshot;

use super::{Mode, Way};

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
    let taken = |message: &&str| {
        let taken = Mode::Auto.take(message, None, true);
        format!("{message} -> {}: {}", taken.way.in_words(), taken.because.in_words())
    };
    assert_snapshot!(messages.iter().map(taken).collect::<Vec<_>>().join("\n"), @"
    what is the capital of Peru? -> in words: a question of knowledge
    ¿qué es un faro? -> in words: a question of knowledge
    open https://shop.test and buy a lamp -> in the browser: it names an address
    busca vuelos a Madrid en google -> in the browser: it asks to search
    add it to the cart -> in the browser: it asks to buy or book
    thanks -> in words: it is too short to ask for more
    explain it without a browser, please -> in words: it asks for no browser
    ");
    assert_eq!(Mode::Auto.take("now open the second one", Some(Way::Browser), true).way, Way::Browser);
    assert_eq!(Mode::Auto.take("now open the second one", Some(Way::Words), true).way, Way::Words);
    let moves = |message| Mode::Auto.take(message, None, true).moves_there();
    assert!(!moves("thanks") && moves("¿qué es un faro?"));
}

#[test]
fn a_brain_that_does_not_talk_works_on_what_it_can() {
    let way = |message| Mode::Auto.take(message, None, false).way;
    assert_eq!(way("search for \"lantern\" and tell me the prices"), Way::Browser);
    assert_eq!(way("what is the capital of Peru?"), Way::Words, "there it says that it cannot");
}

#[test]
fn a_mode_that_was_chosen_decides_alone() {
    for (word, way) in [("browser", Way::Browser), ("words", Way::Words)] {
        let mode = Mode::read(word).unwrap();
        assert_eq!(mode.take("what is a lighthouse?", None, true).way, way);
        assert_eq!(mode.take("open https://shop.test", None, true).way, way);
        assert!(mode.sign().starts_with(word), "the person sees it");
    }
    assert_eq!(Mode::read("both"), None);
}
