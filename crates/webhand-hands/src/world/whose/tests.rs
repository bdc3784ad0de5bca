//! What comes from nobody knows where.

use webhand_model::TabOwner;

use super::{LeaseId, Whose, World};
use crate::driver::FrameId;
use crate::world::Doing;

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
    assert_eq!(world.whose(&unknown, None), Whose::Nobody);
    world.leases.set_doing(mail, Doing::Acting);
    assert_eq!(world.whose(&unknown, None), Whose::Perhaps(mail));
    world.leases.set_doing(shop, Doing::Acting);
    assert_eq!(world.whose(&unknown, None), Whose::Nobody);
}

#[test]
fn what_is_not_certain_is_held_once_anybody_has_touched_anything() {
    let (mut world, [mail, shop]) = two();
    let all = [Whose::Of(mail), Whose::Of(shop), Whose::Perhaps(mail), Whose::Nobody, Whose::Person];
    assert_eq!(all.map(|whose| world.input_began(whose)), [false; 5]);
    world.leases.begin_input(shop);
    assert_eq!(all.map(|whose| world.input_began(whose)), [false, true, true, true, false]);
    // Also when whoever did it has left.
    world.give_back(shop);
    assert_eq!(all.map(|whose| world.input_began(whose)), [false, false, true, true, false]);
}
