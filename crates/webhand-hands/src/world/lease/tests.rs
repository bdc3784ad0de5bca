//! The owner of a tab that nobody has asked for by name, and the room for leases.

use webhand_model::TabOwner;

use super::{Activity, LeaseId, Leases, MOST_LEASES};

fn two() -> (Leases, [LeaseId; 2]) {
    let mut leases = Leases::default();
    let ids = ["mail", "shop"].map(|name| leases.add(TabOwner::Session(name.to_owned())).unwrap_or(LeaseId::PERSON));
    (leases, ids)
}

#[test]
fn a_tab_without_an_opener_is_whose_alone_it_can_be() {
    let (mut leases, [mail, shop]) = two();
    assert_eq!(leases.owner_of_unclaimed_tab(), LeaseId::PERSON);
    leases.set_activity(mail, Activity::Acting);
    assert_eq!(leases.owner_of_unclaimed_tab(), mail);
    leases.set_activity(shop, Activity::Acting);
    assert_eq!(leases.owner_of_unclaimed_tab(), LeaseId::PERSON);
    leases.set_activity(shop, Activity::OpeningTab);
    assert_eq!(leases.owner_of_unclaimed_tab(), shop);
}

#[test]
fn in_a_window_the_person_may_have_opened_it() {
    let (mut leases, [mail, _]) = two();
    leases.has_person = true;
    leases.set_activity(mail, Activity::Acting);
    assert_eq!(leases.owner_of_unclaimed_tab(), LeaseId::PERSON);
}

#[test]
fn there_is_room_for_so_many() {
    let mut leases = Leases::default();
    let made = (0..=MOST_LEASES).filter_map(|_| leases.add(TabOwner::Person)).count();
    assert_eq!(made, MOST_LEASES);
}
