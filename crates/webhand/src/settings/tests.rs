use super::*;

fn file() -> (tempfile::TempDir, SettingsFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = SettingsFile { path: folder.path().join("webhand/config.toml") };
    (folder, file)
}

#[test]
fn what_was_set_is_read_back() {
    let (_folder, file) = file();
    for (key, written) in [
        ("brain", "groq/fast"),
        ("mode", "careful"),
        ("browser", "visible"),
        ("max_steps", "12"),
        ("max_idle_turns", "5"),
        ("look_tokens", "4000"),
        ("brain_extract", "groq/slow"),
        ("allow", "localhost, shop.test:8080"),
        ("redact", "on"),
        ("report", "false"),
    ] {
        file.set(key, written).unwrap();
    }
    assert!(file.unset("browser").unwrap());
    assert!(!file.unset("browser").unwrap());
    assert_eq!(
        file.settings().unwrap(),
        Settings {
            brain: Some("groq/fast".to_owned()),
            mode: Some(ModeArg::Careful),
            max_steps: Some(12),
            max_idle_turns: Some(5),
            look_tokens: Some(4000),
            brain_extract: Some("groq/slow".to_owned()),
            allow: vec!["localhost".to_owned(), "shop.test:8080".to_owned()],
            redact: Some(RedactArg::On),
            report: Some(false),
            ..Settings::default()
        }
    );
}

#[test]
fn a_file_that_sets_a_sentence_model_is_still_read_and_the_setting_can_be_taken_out() {
    let (_folder, file) = file();
    fs::create_dir_all(file.path().parent().unwrap()).unwrap();
    fs::write(file.path(), "brain = \"literal\"\nembeddings = \"/models/minilm\"\n").unwrap();
    assert_eq!(file.settings().unwrap().embeddings, Some("/models/minilm".into()));
    file.set("report", "false").unwrap();
    assert!(file.unset("embeddings").unwrap());
    let expected = Settings { brain: Some("literal".to_owned()), report: Some(false), ..Settings::default() };
    assert_eq!(file.settings().unwrap(), expected);
}

#[test]
fn no_file_means_nothing_is_set() {
    let (_folder, file) = file();
    assert_eq!(file.settings().unwrap(), Settings::default());
}

#[test]
fn a_slip_of_the_pen_is_told_the_nearest_key() {
    let (_folder, file) = file();
    let error = |key: &str| file.set(key, "x").unwrap_err().to_string();
    assert_eq!(error("brian"), "there is no setting \"brian\"; did you mean brain?");
    assert_eq!(error("max-stepps"), "there is no setting \"max-stepps\"; did you mean max_steps?");
    assert!(error("zzzzzzzzz").contains("there are brain, brain_verify, brain_extract, mode"));
}

#[test]
fn values_that_make_no_sense_are_not_kept() {
    let (_folder, file) = file();
    for (key, written) in [
        ("mode", "bold"),
        ("max_steps", "many"),
        ("max_steps", "0"),
        ("look_tokens", "100"),
        ("redact", "some"),
        ("report", "maybe"),
        ("allow", "no spaces please"),
    ] {
        assert!(file.set(key, written).unwrap_err().is::<UsageError>(), "{key} {written}");
    }
    assert_eq!(file.settings().unwrap(), Settings::default());
}

#[test]
fn a_file_with_an_unknown_key_says_where_it_lies_and_can_be_mended() {
    let (_folder, file) = file();
    write_private(file.path(), b"brian = 'literal'").unwrap();
    let error = format!("{:#}", file.settings().unwrap_err());
    assert!(error.contains("config.toml") && error.contains("did you mean brain?"), "{error}");
    assert!(file.unset("brian").unwrap());
    file.settings().unwrap();
}

#[test]
fn a_file_that_is_not_toml_says_which_line_to_mend() {
    let (_folder, file) = file();
    write_private(file.path(), b"mode = 'careful'\nallow = [\n").unwrap();
    let error = file.settings().unwrap_err().to_string();
    assert!(error.contains("mend line 2: ") && !error.contains('|'), "{error}");
}
