use super::browser_environment;

#[test]
fn a_browser_gets_its_display_and_no_key() {
    let own = [
        "HOME",
        "DISPLAY",
        "LC_ALL",
        "XDG_RUNTIME_DIR",
        "OPENAI_API_KEY",
        "AWS_SECRET",
        "WEBHAND_RESOLVE",
        "https_proxy",
    ];
    let given = browser_environment(own.map(|name| (name.into(), "x".into())));
    let names: Vec<_> = given.map(|(name, _)| name).collect();
    assert_eq!(names, ["HOME", "DISPLAY", "LC_ALL", "XDG_RUNTIME_DIR"]);
}
