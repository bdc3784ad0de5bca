use crate::conformance;
use crate::fake::MemoryStore;

#[test]
fn the_store_in_memory_passes_the_conformance_tests() {
    let store = MemoryStore::default();
    futures_util::FutureExt::now_or_never(conformance::all(&store)).expect("memory never waits");
}
