use super::render_markdown;

fn shown(text: &str) -> String {
    render_markdown(text).into_string()
}

#[test]
fn the_markdown_of_models_is_set_off() {
    assert_eq!(
        shown("# Result\n- **one** of `2`\n* two"),
        "<p><strong>Result</strong></p><ul><li><strong>one</strong> of <code>2</code></li><li>two</li></ul>"
    );
}

#[test]
fn what_is_no_markdown_stays_as_it_is() {
    assert_eq!(shown("2 ** 3 ** 4 #1 `x"), "<p>2 ** 3 ** 4 #1 `x</p>");
    assert_eq!(shown("**<b>** `&`"), "<p><strong>&lt;b&gt;</strong> <code>&amp;</code></p>");
}
