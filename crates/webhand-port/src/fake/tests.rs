use crate::conformance;
use crate::fake::MemoryStore;

#[test]
fn the_store_in_memory_keeps_every_promise() {
    let store = MemoryStore::default();
    futures_util::FutureExt::now_or_never(conformance::all(&store)).expect("memory never waits");
}
