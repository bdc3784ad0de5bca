PRAGMA user_version = 5;

-- Programs with an agent's key see only what such programs ordered.
ALTER TABLE run_order ADD COLUMN by_agent INTEGER NOT NULL DEFAULT 0;
