use serde_json::json;

use super::*;

#[test]
fn fills_in_what_is_given_and_leaves_out_the_rest() {
    let text = rendered("research", &json!({"question": "How tall is it?"})).unwrap();
    assert!(text.starts_with("Find out: How tall is it?\nRead at least"), "{text}");
    let text = self::rendered("research", &json!({"question": "q", "start": "https://a.test"})).unwrap();
    assert!(text.contains("\nBegin at https://a.test.\n"), "{text}");
}

#[test]
fn says_what_is_missing() {
    assert!(rendered("fill-a-form", &json!({"url": "https://a.test"})).unwrap_err().contains("values"));
    assert!(rendered("dance", &json!({})).unwrap_err().contains("research"));
}

#[test]
fn no_place_is_without_an_argument() {
    for template in TEMPLATES {
        let all = template.arguments.iter().map(|(name, ..)| ((*name).to_owned(), json!("x"))).collect::<Value>();
        let text = rendered(template.name, &all).unwrap();
        assert!(!text.contains(['{', '}']), "{text}");
        assert_eq!(text.lines().count(), template.text.lines().count());
    }
}

fn rendered(name: &str, arguments: &Value) -> Result<String, String> {
    let request = GetPromptRequestParams::new(name).with_arguments(arguments.as_object().unwrap().clone());
    let result = render(&request).map_err(|error| error.message.into_owned())?;
    Ok(result.messages[0].content.as_text().unwrap().text.clone())
}
