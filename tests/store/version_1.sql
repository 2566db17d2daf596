-- A database as the release before schema 2 wrote it.
BEGIN TRANSACTION;
CREATE TABLE entries (
        match   TEXT NOT NULL REFERENCES matches (id),
        version INTEGER NOT NULL,
        at      INTEGER NOT NULL, -- seconds since 1970
        entry   TEXT NOT NULL, -- JSON
        PRIMARY KEY (match, version)
    ) WITHOUT ROWID;
INSERT INTO "entries" VALUES('NEXT',1,1700000060,'{"kind": "created", "match": "NEXT"}');
INSERT INTO "entries" VALUES('OLD',1,1700000000,'{"kind": "created", "match": "OLD"}');
INSERT INTO "entries" VALUES('OLD',2,1700000000,'{"kind": "started", "by": "ann", "request": "first"}');
INSERT INTO "entries" VALUES('OLD',3,1700000060,'{"kind": "moves", "seat": 0, "moves": ["PASS"], "by": "ann", "request": "odd \"\u00e4"}');
INSERT INTO "entries" VALUES('OVER',1,1700000060,'{"kind": "created", "match": "OVER"}');
CREATE TABLE guests (
        id      TEXT PRIMARY KEY,
        name    TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "guests" VALUES('ann','Änne 🦸');
INSERT INTO "guests" VALUES('bob','Bob');
CREATE TABLE matches (
        id      TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        over    INTEGER NOT NULL,
        touched INTEGER NOT NULL -- counts up over all matches: the match changed last has the highest
    ) WITHOUT ROWID;
INSERT INTO "matches" VALUES('NEXT',1700000060,0,5);
INSERT INTO "matches" VALUES('OLD',1700000000,0,3);
INSERT INTO "matches" VALUES('OVER',1700000060,1,4);
CREATE TABLE settings (
        name    TEXT PRIMARY KEY,
        value   TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "settings" VALUES('signing key','an old key');
CREATE TABLE stakes (
        guest   TEXT NOT NULL,
        match   TEXT NOT NULL REFERENCES matches (id),
        PRIMARY KEY (guest, match)
    ) WITHOUT ROWID;
INSERT INTO "stakes" VALUES('ann','NEXT');
INSERT INTO "stakes" VALUES('bob','NEXT');
INSERT INTO "stakes" VALUES('ann','OLD');
INSERT INTO "stakes" VALUES('bob','OLD');
INSERT INTO "stakes" VALUES('ann','OVER');
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE INDEX stakes_by_match ON stakes (match);
CREATE INDEX matches_by_touch ON matches (touched);
COMMIT;
PRAGMA application_id = 1397511495;
PRAGMA user_version = 1;
