use serde_json::json;

use super::*;

#[test]
fn puts_itself_beside_what_is_there_and_leaves_comments_alone() {
    let text = r#"// my editor
{
    "theme": "dark", // at night
    "context_servers": {
        /* keep */
        "other": { "command": "other" },
    },
}
"#;
    let change = insert_entry(SettingsFormat::Json, text, "context_servers", &fields()).unwrap();
    assert_eq!(change.before, None);
    insta::assert_snapshot!(change.text, @r#"
    // my editor
    {
        "theme": "dark", // at night
        "context_servers": {
            /* keep */
            "other": { "command": "other" },
            "webhand": {
                "command": "/opt/webhand",
                "args": ["mcp"],
            },
        },
    }
    "#);
}

#[test]
fn makes_the_file_when_there_is_none() {
    let change = insert_entry(SettingsFormat::Json, "", "mcpServers", &fields()).unwrap();
    let written: Value = serde_json::from_str(&change.text).unwrap();
    assert_eq!(written, json!({"mcpServers": {"webhand": {"command": "/opt/webhand", "args": ["mcp"]}}}));
    assert!(change.text.ends_with("}\n"), "{:?}", change.text);
}

#[test]
fn a_second_time_changes_nothing() {
    for (format, text) in [(SettingsFormat::Json, "{\"a\": 1}"), (SettingsFormat::Toml, "a = 1\n")] {
        let once = insert_entry(format, text, "mcp_servers", &fields()).unwrap();
        let twice = insert_entry(format, &once.text, "mcp_servers", &fields()).unwrap();
        assert_eq!((&twice.text, &twice.before), (&once.text, &once.after));
        assert_eq!(twice.before, twice.after);
    }
}

#[test]
fn brings_an_old_entry_up_to_date_and_keeps_what_the_person_added() {
    let text = r#"{"mcpServers": {"webhand": {"command": "/old", "env": {"LANG": "de"}, "args": ["mcp"]}}}"#;
    let change = insert_entry(SettingsFormat::Json, text, "mcpServers", &fields()).unwrap();
    let entry = serde_json::from_str::<Value>(&change.text).unwrap()["mcpServers"]["webhand"].clone();
    assert_eq!(entry, json!({"command": "/opt/webhand", "env": {"LANG": "de"}, "args": ["mcp"]}));

    let text = "[mcp_servers.webhand]\ncommand = \"/old\" # mine\nargs = [ \"mcp\" ]\nenv = { A = \"b\" }\n";
    let change = insert_entry(SettingsFormat::Toml, text, "mcp_servers", &fields()).unwrap();
    insta::assert_snapshot!(change.text, @r#"
    [mcp_servers.webhand]
    command = "/opt/webhand"
    args = [ "mcp" ]
    env = { A = "b" }
    "#);
}

#[test]
fn toml_keeps_its_comments() {
    let text = "# mine\nmodel = \"x\"  # fast\n\n[mcp_servers.other]\ncommand = \"other\"\n";
    let change = insert_entry(SettingsFormat::Toml, text, "mcp_servers", &fields()).unwrap();
    insta::assert_snapshot!(change.text, @r#"
    # mine
    model = "x"  # fast

    [mcp_servers.other]
    command = "other"

    [mcp_servers.webhand]
    command = "/opt/webhand"
    args = ["mcp"]
    "#);
    assert_eq!(
        remove_entry(SettingsFormat::Toml, &change.text, "mcp_servers").unwrap().text.trim_end(),
        text.trim_end()
    );
}

#[test]
fn takes_itself_out_again() {
    let text = "{\n  \"mcpServers\": {\n    // mine\n    \"other\": {}\n  }\n}\n";
    let put = insert_entry(SettingsFormat::Json, text, "mcpServers", &fields()).unwrap();
    let removed = remove_entry(SettingsFormat::Json, &put.text, "mcpServers").unwrap();
    assert_eq!(removed.text, text);
    assert_eq!(removed.before, put.after);
    assert_eq!(remove_entry(SettingsFormat::Json, text, "mcpServers").unwrap().before, None);
}

#[test]
fn says_what_is_wrong_instead_of_overwriting_it() {
    for text in ["{\"a\": ", "[]", "{\"mcpServers\": []}"] {
        let error = insert_entry(SettingsFormat::Json, text, "mcpServers", &fields()).unwrap_err();
        assert!(error.to_string().contains("mend it first"), "{text}: {error}");
    }
    assert!(insert_entry(SettingsFormat::Toml, "a = ", "mcp_servers", &fields()).is_err());
    assert!(insert_entry(SettingsFormat::Toml, "mcp_servers = 1\n", "mcp_servers", &fields()).is_err());
}

fn fields() -> Vec<(&'static str, Value)> {
    vec![("command", "/opt/webhand".into()), ("args", json!(["mcp"]))]
}
