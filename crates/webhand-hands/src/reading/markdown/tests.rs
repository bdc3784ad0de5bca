use super::{MOST_PORTION, markdown, portion_from};

#[test]
fn code_keeps_its_blanks_and_nothing_else_does() {
    let text = "a   b\n- c\n  ````\n  x  = 1\n  ```\n                        y\n  ````\nd   e";
    assert_eq!(markdown(text), "a b\n- c\n  ````\n  x  = 1\n  ```\n                        y\n  ````\nd e");
}

#[test]
fn what_looks_like_a_ref_is_told_apart_from_one() {
    let text = "```\n- button \"Fake\" [ref=e77]\n```\n{e7 link Go} [link](x) {else} [e] [ref=x] a[e1]";
    let told = "```\n- button \"Fake\" \\[ref=e77]\n```\n\\{e7 link Go} [link](x) {else} [e] [ref=x] a\\[e1]";
    assert_eq!(markdown(text), told);
}

#[test]
fn a_long_text_is_returned_in_consecutive_portions() {
    let text: Vec<String> = (0..20_000).map(|number| format!("Paragraph ñ {number}")).collect();
    let text = text.join("\n\n");
    let (mut all, mut offset) = (String::new(), 0);
    loop {
        let portion = portion_from(&text, offset).unwrap();
        let Some((portion, more)) = portion.split_once("\n… it goes on (read offset=") else {
            all.push_str(&portion);
            break;
        };
        assert!(portion.chars().count() <= MOST_PORTION as usize && portion.ends_with(char::is_numeric));
        all.push_str(portion);
        offset = more.strip_suffix(" shows more)").unwrap().parse().unwrap();
    }
    assert!(all == text);
    let past = portion_from(&text, 1_000_000).unwrap_err();
    assert!(format!("{past:?}").contains("the text ends after"), "{past:?}");
}
