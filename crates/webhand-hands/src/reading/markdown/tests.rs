use super::{MOST_TOLD, behind, markdown};

#[test]
fn code_keeps_its_blanks_and_nothing_else_does() {
    let text = "a   b\n- c\n  ````\n  x  = 1\n  ```\n                        y\n  ````\nd   e";
    assert_eq!(markdown(text), "a b\n- c\n  ````\n  x  = 1\n  ```\n                        y\n  ````\nd e");
}

#[test]
fn a_long_text_is_told_in_portions_that_follow_each_other() {
    let text: Vec<String> = (0..20_000).map(|number| format!("Paragraph ñ {number}")).collect();
    let text = text.join("\n\n");
    let (mut all, mut offset) = (String::new(), 0);
    loop {
        let told = behind(&text, offset).unwrap();
        let Some((told, more)) = told.split_once("\n… it goes on (read offset=") else {
            all.push_str(&told);
            break;
        };
        assert!(told.chars().count() <= MOST_TOLD as usize && told.ends_with(char::is_numeric));
        all.push_str(told);
        offset = more.strip_suffix(" shows more)").unwrap().parse().unwrap();
    }
    assert!(all == text);
    let past = behind(&text, 1_000_000).unwrap_err();
    assert!(format!("{past:?}").contains("the text ends after"), "{past:?}");
}
