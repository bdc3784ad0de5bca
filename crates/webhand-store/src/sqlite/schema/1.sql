PRAGMA application_id = 0x77686e64;
PRAGMA user_version = 1;

CREATE TABLE run (
    id TEXT PRIMARY KEY NOT NULL,
    -- A RunSummary, folded from the run's events as they come in.
    summary TEXT NOT NULL,
    -- Milliseconds since 1970, as in the summary.
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    next_seq INTEGER NOT NULL
) STRICT;

CREATE INDEX run_by_start ON run (started DESC, id);

-- With row ids: lines of one to three kilobytes, the usual ones, would take up to twice the room without.
CREATE TABLE event (
    run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    wall INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT;

CREATE TABLE picture (
    run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    jpeg BLOB NOT NULL,
    PRIMARY KEY (run, name)
) STRICT;
