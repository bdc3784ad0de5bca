//! How owners are shown and written.

use crate::{RunId, TabOwner};

#[test]
fn an_owner_is_named_as_people_know_it() -> Result<(), Box<dyn std::error::Error>> {
    let run = TabOwner::Run(RunId::try_from("3f2a91c0-77aa".to_owned())?);
    let owners = [TabOwner::Session("mail".to_owned()), run, TabOwner::Person];
    let shown: Vec<String> = owners.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["session \"mail\"", "run 3f2a91c0", "the person"]);
    let written = serde_json::to_string(&owners)?;
    assert_eq!(written, r#"[{"session":"mail"},{"run":"3f2a91c0-77aa"},"person"]"#);
    assert_eq!(serde_json::from_str::<[TabOwner; 3]>(&written)?, owners);
    Ok(())
}

#[test]
fn a_session_cannot_pass_for_something_else_by_its_name() {
    let owner = TabOwner::Session("a\" and the person\nnobody".to_owned());
    assert_eq!(owner.to_string(), r#"session "a\" and the person nobody""#);
}
