use webhand_model::{FailCode, PageState};

use super::pages::{Play, blocked, page, page_at};

const START: &str = "
*navigation Main
  link Mail -> https://town.test/mail
  link Shop -> https://town.test/shop
*main
  *heading Good morning from the harbour [level=1]
";

const INBOX: &str = "
*navigation Main
  link Mail -> https://town.test/mail
*main
  *heading Inbox [level=1]
  *search
    searchbox Search mail
    button Search
  *status 3 messages
  *table Messages
    *row
      *columnheader Sender
      *columnheader Subject
    *row
      *cell Ernesto Vidal
      *cell
        link Meeting moved to Thursday -> https://town.test/mail/1
      button Delete “Meeting moved to Thursday”
    *row
      *cell Marta Soler
      *cell
        link Lost glove -> https://town.test/mail/17
    *row
      *cell Ernesto Vidal
      *cell
        link Budget for the lighthouse -> https://town.test/mail/7
";

const CONTACT: &str = "
*main
  *heading Write to us [level=1]
  textbox Name
  textbox Email
  combobox Topic = A berth
    *option A berth [selected]
    *option The ferry
  checkbox Newsletter
  textbox Message [multiline]
  button Send
";

#[test]
fn looks_in_the_mail_for_what_someone_sent() {
    let mut play = Play::new("busca en mis correos qué mandó Ernesto", page_at("https://town.test/", "Town", START));
    assert_eq!(play.decide(), "click ref=e1");
    assert_eq!(play.narration(), "Abro link \"Mail\".");
    assert_eq!(
        play.then(page_at("https://town.test/mail", "Inbox (3)", INBOX)),
        "fill ref=e2 value=Ernesto; press key=Enter ref=e2"
    );
    assert_eq!(play.narration(), "Busco «Ernesto».");
    let results = INBOX.replace("3 messages", "2 messages for Ernesto");
    assert_eq!(
        play.then(page_at("https://town.test/mail?q=Ernesto", "Inbox (3)", &results)),
        "open url=https://town.test/mail/1"
    );
    let message = page_at("https://town.test/mail/1", "Meeting moved", "*heading Meeting moved to Thursday [level=1]");
    assert_eq!(play.then(message.clone()), "read");
    assert_eq!(
        play.returned("# Meeting moved\n\nOur meeting moves to Thursday at 16:00."),
        "open url=https://town.test/mail/7"
    );
    assert_eq!(play.then(message), "read");
    assert_eq!(
        play.returned("The restoration comes to 14,200 €."),
        "done answer=2 encontrados para «Ernesto»:\n\
         - Ernesto Vidal · Meeting moved to Thursday\n\
         - Ernesto Vidal · Budget for the lighthouse\n\
         «Meeting moved to Thursday»\n# Meeting moved\nOur meeting moves to Thursday at 16:00.\n\
         «Budget for the lighthouse»\nThe restoration comes to 14,200 €."
    );
}

#[test]
fn a_reading_leaves_out_what_is_only_there_to_be_used() {
    let letter = "
*main
  link ← Inbox -> https://town.test/mail
  *article
    *heading Lost glove [level=1]
    *text Marta Soler · 14:02
    button Delete message
    *paragraph It is red.
  *heading Reply to Marta Soler [level=2]
  *text Your reply
  textbox Your reply [multiline]
  button Send reply
*contentinfo
  *text Puerto Sereno, 1863
";
    let mut play = Play::new("read the page", page_at("https://town.test/mail/17", "Lost glove", letter));
    assert_eq!(play.decide(), "read");
    let markdown = "[← Inbox](https://town.test/mail)\n\n# Lost glove\n\nMarta Soler · 14:02\n\nIt is red.\n\n## Reply to Marta Soler\n\nYour reply";
    assert_eq!(play.returned(markdown), "done answer=Lost glove\n# Lost glove\nMarta Soler · 14:02\nIt is red.");
}

#[test]
fn what_was_asked_about_chooses_among_the_results() {
    let task = "search my mail for what Ernesto said about the budget";
    let mut play = Play::new(task, page_at("https://town.test/mail", "Inbox", INBOX));
    assert_eq!(play.decide(), "fill ref=e2 value=Ernesto; press key=Enter ref=e2");
    let results = INBOX.replace("3 messages", "2 messages");
    assert_eq!(
        play.then(page_at("https://town.test/mail?q=Ernesto", "Inbox", &results)),
        "open url=https://town.test/mail/7"
    );
}

#[test]
fn goes_to_the_mailbox_first() {
    for task in ["search for ernesto in my mail and tell me what he sent", "busca en mis correos qué mandó Ernesto"] {
        let play = Play::new(task, page("Welcome", "*heading Good morning [level=1]\nlink Mail\nlink Shop"));
        assert_eq!(play.decide(), "click ref=e1", "{task}");
    }
}

#[test]
fn gives_late_results_their_time() {
    let archive = "
*heading Town archive [level=1]
*search
  searchbox Search the archive
  button Search
*status
";
    let mut play = Play::new("search for lighthouse", page("Archive", archive));
    assert_eq!(play.decide(), "fill ref=e1 value=lighthouse; press key=Enter ref=e1");
    let busy = archive.replace("*status", "*status Looking in the cellar …");
    assert_eq!(play.then(page("Archive", &busy)), "wait idle=true ms=5000");
    let found =
        format!("{archive}*list Results\n  *listitem\n    link The lighthouse of 1863 -> https://town.test/a/1\n");
    assert_eq!(
        play.then(page("Archive", &found)),
        "done answer=1 encontrados para «lighthouse»:\n- The lighthouse of 1863"
            .replace("encontrados para «lighthouse»", "found for “lighthouse”")
    );
}

#[test]
fn presses_the_search_button_where_enter_does_nothing() {
    let lines = "textbox Search\nbutton Search\nbutton Other";
    let mut play = Play::new("search for rope", page("Shop", lines));
    assert_eq!(play.decide(), "fill ref=e1 value=rope; press key=Enter ref=e1");
    assert_eq!(play.went_well(), "click ref=e2");
}

#[test]
fn a_place_that_is_none_belongs_to_the_query() {
    let play = Play::new("search for boats in Spain", page("Archive", "searchbox Search\nlink Home"));
    assert_eq!(play.decide(), "fill ref=e1 value=boats in Spain; press key=Enter ref=e1");
}

#[test]
fn fills_in_a_form_and_tells_what_it_did() {
    let task =
        "rellena Nombre con Ana y Correo con ana@b.test, elige The ferry en Tema, marca Newsletter y pulsa Enviar";
    let mut play = Play::new(task, page("Contact", CONTACT));
    assert_eq!(play.decide(), "fill ref=e1 value=Ana");
    assert_eq!(play.went_well(), "fill ref=e2 value=ana@b.test");
    assert_eq!(play.went_well(), "select ref=e3 value=The ferry");
    assert_eq!(play.went_well(), "check ref=e4");
    assert_eq!(play.went_well(), "click ref=e6");
    let thanks =
        page_at("https://town.test/thanks", "Thank you", "*heading Thank you, Ana [level=1]\n*status Message sent");
    assert_eq!(
        play.then(thanks),
        "done answer=Hecho: he escrito «Ana» en textbox \"Name\", he escrito «ana@b.test» en textbox \"Email\", \
         he elegido «The ferry» en combobox \"Topic\", he pulsado checkbox \"Newsletter\", he pulsado button \"Send\". \
         La página muestra ahora «Thank you»."
    );
    let evidence = play.answer().calls[0].arguments["evidence"].to_string();
    assert!(evidence.contains("Thank you, Ana") && evidence.contains("Message sent"), "{evidence}");
}

#[test]
fn opens_addresses_and_known_sites_and_links() {
    let play = |task: &str| Play::new(task, page("Town", START)).decide();
    assert_eq!(play("open example.com"), "open url=https://example.com/");
    assert_eq!(play("go to localhost:8080/mail"), "open url=http://localhost:8080/mail");
    assert_eq!(play("abre wikipedia"), "open url=https://www.wikipedia.org/");
    assert_eq!(play("open the shop"), "click ref=e2");
    assert_eq!(play("abre el correo"), "click ref=e1");
}

#[test]
fn begins_where_no_page_is_open() {
    let mut nowhere = page_at("about:blank", "", "");
    nowhere.state = PageState::Closed("an empty tab".to_owned());
    let mut play = Play::new("open town.test and click Mail", nowhere.clone());
    assert_eq!(play.decide(), "open url=https://town.test/");
    assert_eq!(play.then(page("Town", START)), "click ref=e1");
    assert!(Play::new("click Mail", nowhere).decide().starts_with("fail reason=No page is open"));
}

#[test]
fn answers_from_what_the_page_shows() {
    let kiosk = "
*heading Kiosk [level=1]
*heading Your berth [level=2]
*paragraph
  *text Berth 12 is yours until the end of the month.
*heading Lantern [level=2]
*text €24.90
*heading Rope [level=2]
*text €9.50
";
    let ask = |task: &str| Play::new(task, page("Kiosk", kiosk)).decide();
    assert_eq!(ask("tell me the price of the lantern"), "done answer=Lantern: €24.90");
    assert_eq!(ask("¿Cuánto cuesta la cuerda Rope?"), "done answer=Rope: €9.50");
    assert_eq!(ask("what is the title?"), "done answer=Kiosk");
    assert_eq!(ask("what does it say about the berth?"), "done answer=Berth 12 is yours until the end of the month.");
}

#[test]
fn reads_the_whole_page() {
    let mut play = Play::new("lee la página", page("Kiosk", "*heading Kiosk"));
    assert_eq!(play.decide(), "read");
    assert_eq!(play.returned("# Kiosk\n\nFerry at 9:20."), "done answer=Kiosk\n# Kiosk\nFerry at 9:20.");
}

#[test]
fn tells_the_words_of_links_and_their_addresses_only_when_asked() {
    let read = |task: &str, markdown: &str| {
        let mut play = Play::new(task, page("Kiosk", "*heading Kiosk"));
        assert_eq!(play.decide(), "read", "{task}");
        play.returned(markdown)
    };
    let ferry = "See [the ferry (2)](https://a.test/f_(2)).";
    assert_eq!(read("read the page", ferry), "done answer=Kiosk\nSee the ferry (2).");
    assert_eq!(read("tell me the link of the ferry", ferry), "done answer=See the ferry (2) (https://a.test/f_(2)).");
    assert_eq!(read("dime los enlaces", ferry), "done answer=Kiosk\nSee the ferry (2) (https://a.test/f_(2)).");
    let odd = "[![Boat](https://a.test/b.png)](https://a.test/b) x[0](1) [open ]( [a [1] b](mailto:a@b.test)";
    assert_eq!(read("read the page", odd), "done answer=Kiosk\nBoat x[0](1) [open ]( a [1] b");
}

#[test]
fn does_not_list_deeds_where_there_are_none() {
    let mut play = Play::new("wait 2 seconds", page("Kiosk", "*heading Kiosk"));
    assert_eq!(play.decide(), "wait ms=2000");
    assert_eq!(play.went_well(), "done answer=Done. The page now shows “Kiosk”.");
}

#[test]
fn an_option_can_be_named_by_its_place() {
    let list = "combobox Topic\n  *option A berth\n  *option The ferry\n  *option The market";
    let choose = |task: &str| Play::new(task, page("Contact", list)).decide();
    assert_eq!(choose("choose the second option from Topic"), "select ref=e1 value=The ferry");
    assert_eq!(choose("elige la última opción de Topic"), "select ref=e1 value=The market");
    assert_eq!(choose("choose The market from Topic"), "select ref=e1 value=The market");
}

#[test]
fn counts_what_fits() {
    let count = |task: &str| Play::new(task, page("Inbox", INBOX)).decide();
    assert_eq!(count("how many messages are there?"), "done answer=3 messages are there.");
    assert_eq!(count("¿cuántos correos hay de Ernesto?"), "done answer=2 correos hay de Ernesto.");
    assert_eq!(count("how many links are there?"), "done answer=4 links are there.");
}

#[test]
fn searches_and_goes_on_with_the_first_result() {
    let mut play = Play::new("search for Ernesto and open the first message", page("Inbox", INBOX));
    assert_eq!(play.decide(), "fill ref=e2 value=Ernesto; press key=Enter ref=e2");
    let results = INBOX.replace("3 messages", "2 messages");
    assert_eq!(play.then(page("Inbox", &results)), "click ref=e4");
}

#[test]
fn keeps_what_an_alert_said() {
    let mut play = Play::new("click Send", page("Contact", CONTACT));
    assert_eq!(play.decide(), "click ref=e6");
    assert_eq!(play.then(blocked(page("Contact", CONTACT), "alert", "Sent!")), "dialog accept=true");
    assert_eq!(play.then(page("Contact", CONTACT)), "done answer=The page said: “Sent!”.");
}

#[test]
fn opens_the_first_message_to_read_it() {
    let mut play = Play::new("lee el primer mensaje", page("Inbox", INBOX));
    assert_eq!(play.decide(), "click ref=e4");
    assert_eq!(play.then(page("Meeting", "*heading Meeting moved [level=1]")), "read");
    assert_eq!(play.returned("Thursday at 16:00."), "done answer=Meeting\nThursday at 16:00.");
}

#[test]
fn a_named_deed_finds_its_button() {
    let shop = "
*list
  *listitem
    link Lantern -> https://town.test/lantern
    button Add Lantern to basket
  *listitem
    link Rope -> https://town.test/rope
    button Add Rope to basket
";
    for task in
        ["add the rope to the basket", "put the rope in the basket", "añade Rope a la cesta", "mete Rope en el carrito"]
    {
        assert_eq!(Play::new(task, page("Shop", shop)).decide(), "click ref=e4", "{task}");
    }
    let task = "Delete the message \"Lost glove\"";
    let inbox = INBOX.replace("button Delete “Meeting moved to Thursday”", "button Delete “Lost glove”");
    assert_eq!(Play::new(task, page("Inbox", &inbox)).decide(), "click ref=e5");
}

#[test]
fn keeps_to_its_reason_when_giving_up_is_put_off() {
    let mut nowhere = page_at("about:blank", "", "");
    nowhere.state = PageState::Closed("an empty tab".to_owned());
    let mut play = Play::new("click Mail", nowhere);
    let reason = play.decide();
    assert!(reason.starts_with("fail reason="), "{reason}");
    assert_eq!(play.failed(FailCode::Untried, "Not yet: nothing shows that you have waited."), reason);
}

#[test]
fn a_claim_that_is_sent_back_is_made_again_and_left_unproven() {
    let mut play = Play::new("click \"Send\"", page("Contact", CONTACT));
    assert_eq!(play.decide(), "click ref=e6");
    // The page has not changed yet and may still report something.
    assert_eq!([play.went_well(), play.went_well()], ["wait ms=1000", "wait ms=1000"]);
    let done = play.went_well();
    assert!(done.starts_with("done answer=Done: clicked button \"Send\""), "{done}");
    assert_eq!(play.failed(FailCode::Unproven, "Not finished yet: the POST was answered with 501."), done);
}

#[test]
fn a_password_is_entered_and_not_repeated() {
    let login = "textbox Password [type=password]\nbutton Log in";
    let mut play = Play::new("type \"hunter2\" into Password", page("Log in", login));
    assert_eq!(play.decide(), "fill ref=e1 value=hunter2");
    assert!(!play.narration().contains("hunter2"), "{}", play.narration());
    let done = play.went_well();
    assert!(done.starts_with("done") && !done.contains("hunter2"), "{done}");
}
