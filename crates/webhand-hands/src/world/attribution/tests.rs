//! Requests of unknown origin.

use webhand_model::TabOwner;

use super::{Attribution, LeaseId, World};
use crate::driver::FrameId;
use crate::world::Activity;

fn two() -> (World, [LeaseId; 2]) {
    let mut world = World::default();
    let ids =
        ["mail", "shop"].map(|name| world.leases.add(TabOwner::Session(name.to_owned())).unwrap_or(LeaseId::PERSON));
    (world, ids)
}

#[test]
fn a_request_of_unknown_origin_is_put_to_the_only_one_who_acts() {
    let (mut world, [mail, shop]) = two();
    let unknown = FrameId::new("unknown");
    assert_eq!(world.attribute(&unknown, None), Attribution::Unknown);
    world.leases.set_activity(mail, Activity::Acting);
    assert_eq!(world.attribute(&unknown, None), Attribution::PerhapsLease(mail));
    world.leases.set_activity(shop, Activity::Acting);
    assert_eq!(world.attribute(&unknown, None), Attribution::Unknown);
}

#[test]
fn what_is_not_certain_is_held_once_anybody_has_touched_anything() {
    let (mut world, [mail, shop]) = two();
    let all = [
        Attribution::Lease(mail),
        Attribution::Lease(shop),
        Attribution::PerhapsLease(mail),
        Attribution::Unknown,
        Attribution::Person,
    ];
    assert_eq!(all.map(|attribution| world.input_began(attribution)), [false; 5]);
    world.leases.begin_input(shop);
    assert_eq!(all.map(|attribution| world.input_began(attribution)), [false, true, true, true, false]);
    // Also when whoever did it has left.
    world.give_back(shop);
    assert_eq!(all.map(|attribution| world.input_began(attribution)), [false, false, true, true, false]);
}
