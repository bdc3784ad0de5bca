PRAGMA user_version = 2;

-- The chain of a journal's lines; NULL in lines that were written before there was one.
ALTER TABLE event ADD COLUMN hash BLOB;

-- The hash of the run's last line, so that missing last lines show.
ALTER TABLE run ADD COLUMN head BLOB;
