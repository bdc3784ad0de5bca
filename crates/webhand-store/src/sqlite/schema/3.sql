PRAGMA user_version = 3;

-- The runs that a server has taken on. An order is written before its run's journal begins.
CREATE TABLE run_order (
    run TEXT PRIMARY KEY NOT NULL,
    priority INTEGER NOT NULL,
    -- Milliseconds since 1970.
    created INTEGER NOT NULL,
    -- What the client calls the order, with a digest of what it ordered.
    key TEXT UNIQUE,
    digest TEXT,
    -- active, parked or over.
    state TEXT NOT NULL,
    -- Why it is parked.
    reason TEXT
) STRICT;

CREATE INDEX run_order_by_state ON run_order (state, created);
