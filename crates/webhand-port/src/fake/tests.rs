use crate::conformance;
use crate::fake::MemoryStore;

#[test]
fn the_store_in_memory_passes_the_conformance_tests() {
    let store = MemoryStore::default();
    futures_util::FutureExt::now_or_never(conformance::all(&store)).expect("memory never waits");
}

#[test]
fn the_store_in_memory_can_be_that_of_a_server() {
    let store = super::MemoryStore::default();
    let passed = futures_util::FutureExt::now_or_never(crate::server_store::conformance::all(&store));
    passed.expect("memory never waits");
}
