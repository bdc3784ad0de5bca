PRAGMA user_version = 4;

-- Tasks that a server begins by itself.
CREATE TABLE schedule (
    id TEXT PRIMARY KEY NOT NULL,
    -- JSON that only the program reads.
    body TEXT NOT NULL
) STRICT;
