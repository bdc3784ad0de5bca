use super::*;

#[test]
fn every_kind_of_end_has_its_own_code() {
    let ends = [
        Exit::Done,
        Exit::Failed,
        Exit::Usage,
        Exit::Refused,
        Exit::NeedsPerson,
        Exit::InDoubt,
        Exit::Parked,
        Exit::Cancelled,
    ];
    assert_eq!(ends.map(Exit::number), [0, 1, 2, 3, 4, 5, 6, 130]);
}

#[test]
fn a_cause_that_its_error_already_tells_is_not_told_twice() {
    let error = anyhow::anyhow!("the disk is full").context("cannot write: the disk is full").context("no report");
    assert_eq!(error_in_one_line(&error), "no report: cannot write: the disk is full");
}
