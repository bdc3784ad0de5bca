//! The guarantees of [`ServerStore`] as tests that take a store.

#![expect(clippy::expect_used, reason = "these are tests, shared between crates")]

use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, RunId, RunOutcome, Seq, Task};

use super::{OrderKey, OrderState, OrderedBy, RunFilter, RunOrder, RunStage, ServerStore};

/// Checks every guarantee against one store that holds nothing.
pub async fn all(store: &dyn ServerStore) {
    lists_what_matches_page_by_page(store).await;
    reads_a_journal_page_by_page(store).await;
    keeps_orders_until_they_are_over(store).await;
    forgets_a_run_whole(store).await;
    keeps_schedules_until_they_are_removed(store).await;
}

fn run(name: &str) -> RunId {
    RunId::try_from(format!("server-{name}")).expect("a valid id")
}

fn event(seq: u64, wall: u64, kind: EventKind) -> Event {
    Event { seq: Seq(seq), at: Millis(seq), wall, kind, hash: None }
}

async fn begin(store: &dyn ServerStore, name: &str, text: &str, wall: u64) -> RunId {
    let id = run(name);
    let started = event(1, wall, EventKind::Input { to: None, input: Input::Started(Task::new(text)) });
    store.append(&id, Seq(0), &[started]).await.expect("a new run");
    id
}

async fn lists_what_matches_page_by_page(store: &dyn ServerStore) {
    let lamp = begin(store, "lamp", "Order a LAMP", 3_000).await;
    let mail = begin(store, "mail", "read 100% of the mail", 2_000).await;
    let old = begin(store, "old", "order a lantern", 1_000).await;
    let end = EventKind::Intent { no: EffectNo(1), intent: Intent::Finish(RunOutcome::Cancelled) };
    store.append(&old, Seq(1), &[event(2, 4_000, end)]).await.expect("an end");
    let filter = RunFilter { most: 2, ..RunFilter::default() };
    assert_eq!(ids(store, &filter).await, [lamp.clone(), mail.clone()]);
    let rest = RunFilter { before: Some((2_000, mail.clone())), ..filter.clone() };
    assert_eq!(ids(store, &rest).await, std::slice::from_ref(&old));
    let named = RunFilter { text: "order a la".to_owned(), ..filter.clone() };
    assert_eq!(ids(store, &named).await, [lamp.clone(), old.clone()]);
    let literal = RunFilter { text: "100%".to_owned(), ..filter.clone() };
    assert_eq!(ids(store, &literal).await, [mail]);
    let over = RunFilter { stage: Some(RunStage::Over), ..filter.clone() };
    assert_eq!(ids(store, &over).await, [old]);
    let open = RunFilter { stage: Some(RunStage::Open), text: "lamp".to_owned(), ..filter };
    assert_eq!(ids(store, &open).await, [lamp]);
}

async fn ids(store: &dyn ServerStore, filter: &RunFilter) -> Vec<RunId> {
    store.list(filter).await.expect("a list").into_iter().map(|run| run.id).collect()
}

async fn reads_a_journal_page_by_page(store: &dyn ServerStore) {
    let id = begin(store, "pages", "pages", 10).await;
    let more: Vec<_> =
        (2..=5).map(|seq| event(seq, 10, EventKind::Intent { no: EffectNo(seq), intent: Intent::AskBrain })).collect();
    store.append(&id, Seq(1), &more).await.expect("more events");
    let page = store.read_page(&id, Seq(1), 2).await.expect("a page");
    assert_eq!(page, more[..2]);
    assert_eq!(store.read_page(&id, Seq(4), 9).await.expect("the rest"), more[3..]);
    let summary = store.summary(&id).await.expect("a summary").expect("a known run");
    assert_eq!(summary.steps, 4);
    assert_eq!(store.summary(&run("unknown")).await, Ok(None));
}

async fn keeps_orders_until_they_are_over(store: &dyn ServerStore) {
    let order = |name: &str, created, key: Option<&str>| RunOrder {
        run: run(name),
        priority: 5,
        created,
        key: key.map(|key| OrderKey { key: key.to_owned(), digest: "d".to_owned() }),
        by: if created == 2 { OrderedBy::Agent } else { OrderedBy::Person },
        state: OrderState::Active,
    };
    let (first, second) = (order("first", 1, Some("k")), order("second", 2, None));
    assert_eq!(store.add_order(&second).await, Ok(None));
    assert_eq!(store.add_order(&first).await, Ok(None));
    assert_eq!(store.add_order(&order("third", 3, Some("k"))).await, Ok(Some(first.clone())));
    assert_eq!(store.open_orders().await, Ok(vec![first.clone(), second.clone()]));
    let parked = OrderState::Parked("because".to_owned());
    store.set_order_state(&second.run, &parked).await.expect("a state");
    assert_eq!(store.order(&second.run).await, Ok(Some(RunOrder { state: parked, ..second.clone() })));
    store.set_order_state(&first.run, &OrderState::Over).await.expect("a state");
    assert_eq!(store.open_orders().await.map(|orders| orders.len()), Ok(1));
    assert!(store.add_order(&order("fourth", 4, Some("k"))).await.expect("the earlier").is_some());
    store.remove_order(&first.run).await.expect("removed");
    assert_eq!(store.add_order(&order("fifth", 5, Some("k"))).await, Ok(None));
}

async fn forgets_a_run_whole(store: &dyn ServerStore) {
    let id = begin(store, "forgotten", "forgotten", 10).await;
    let order =
        RunOrder { run: id.clone(), priority: 0, created: 1, key: None, by: OrderedBy::Agent, state: OrderState::Over };
    let filter = RunFilter { text: "forgotten".to_owned(), most: 9, ..RunFilter::default() };
    store.add_order(&order).await.expect("an order");
    for (by, count) in [(None, 1), (Some(OrderedBy::Agent), 1), (Some(OrderedBy::Person), 0)] {
        let listed = store.list(&RunFilter { by, ..filter.clone() }).await.expect("a list");
        assert_eq!(listed.len(), count, "{by:?}");
    }
    store.forget_run(&id).await.expect("forgotten");
    assert_eq!((store.summary(&id).await, store.order(&id).await), (Ok(None), Ok(None)));
    assert_eq!(store.read_page(&id, Seq(0), 10).await, Ok(Vec::new()));
}

async fn keeps_schedules_until_they_are_removed(store: &dyn ServerStore) {
    let stored = |id: &str, body: &str| (id.to_owned(), body.to_owned());
    store.save_schedule("b", "{}").await.expect("saved");
    store.save_schedule("a", "first").await.expect("saved");
    store.save_schedule("a", "second").await.expect("replaced");
    assert_eq!(store.schedules().await, Ok(vec![stored("a", "second"), stored("b", "{}")]));
    assert_eq!(store.remove_schedule("a").await, Ok(true));
    assert_eq!(store.remove_schedule("a").await, Ok(false));
    assert_eq!(store.schedules().await, Ok(vec![stored("b", "{}")]));
    assert!(store.used_bytes().await.expect("a size") > 0);
}
