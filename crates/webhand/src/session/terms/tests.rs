use super::*;
use crate::cli::LeaveArgs;

fn allowing(allow: Vec<String>) -> TermsArgs {
    TermsArgs { leave: LeaveArgs { allow, ..LeaveArgs::default() }, ..TermsArgs::default() }
}

fn terms(args: &TermsArgs) -> Result<Terms> {
    Terms::settle(args, Some(Path::new("/data")), &Settings::default())
}

#[test]
fn what_was_left_out_fits_every_session() {
    let held = terms(&allowing(vec!["localhost".to_owned()])).unwrap();
    assert!(held.differ_from(&TermsArgs::default(), None).is_empty());
    let same = allowing(vec!["localhost".to_owned()]);
    assert!(held.differ_from(&same, Some(Path::new("/data"))).is_empty());
}

#[test]
fn terms_that_do_not_hold_are_named() {
    let held = terms(&TermsArgs::default()).unwrap();
    let other = TermsArgs {
        leave: LeaveArgs { allow: vec!["all".to_owned()], mode: Some(ModeArg::Careful), ..LeaveArgs::default() },
        idle_timeout: Some(Duration::from_secs(1)),
        ..TermsArgs::default()
    };
    assert_eq!(
        held.differ_from(&other, Some(Path::new("/other"))),
        ["--allow", "--mode", "--idle-timeout", "--data-dir"]
    );
}

#[test]
fn what_cannot_be_meant_is_found_before_anything_is_begun() {
    for wrong in
        [allowing(vec!["a b".to_owned()]), TermsArgs { profile: Some("../up".to_owned()), ..TermsArgs::default() }]
    {
        assert!(terms(&wrong).unwrap_err().is::<Usage>(), "{wrong:?}");
    }
}
