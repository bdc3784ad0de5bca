use super::*;
use crate::cli::PermissionArgs;

fn allowing(allow: Vec<String>) -> SessionTermsArgs {
    SessionTermsArgs {
        permissions: PermissionArgs { allow, ..PermissionArgs::default() },
        ..SessionTermsArgs::default()
    }
}

fn terms(args: &SessionTermsArgs) -> Result<SessionTerms> {
    SessionTerms::from_args(args, Some(Path::new("/data")), &Settings::default())
}

#[test]
fn what_was_left_out_fits_every_session() {
    let held = terms(&allowing(vec!["localhost".to_owned()])).unwrap();
    assert!(held.differing_options(&SessionTermsArgs::default(), None).is_empty());
    let same = allowing(vec!["localhost".to_owned()]);
    assert!(held.differing_options(&same, Some(Path::new("/data"))).is_empty());
}

#[test]
fn terms_that_do_not_hold_are_named() {
    let held = terms(&SessionTermsArgs::default()).unwrap();
    let other = SessionTermsArgs {
        permissions: PermissionArgs {
            allow: vec!["all".to_owned()],
            mode: Some(ModeArg::Careful),
            ..PermissionArgs::default()
        },
        idle_timeout: Some(Duration::from_secs(1)),
        ..SessionTermsArgs::default()
    };
    assert_eq!(
        held.differing_options(&other, Some(Path::new("/other"))),
        ["--allow", "--mode", "--idle-timeout", "--data-dir"]
    );
}

#[test]
fn what_cannot_be_meant_is_found_before_anything_is_begun() {
    for wrong in [
        allowing(vec!["a b".to_owned()]),
        SessionTermsArgs { profile: Some("../up".to_owned()), ..SessionTermsArgs::default() },
    ] {
        assert!(terms(&wrong).unwrap_err().is::<UsageError>(), "{wrong:?}");
    }
}
