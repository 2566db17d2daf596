"""What a Slugfest database of SQLite looks like, and how an older one becomes a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

from .keys import as_key

APPLICATION: Final = 0x534C5547  # "SLUG": says in the file itself whose it is

# Step n takes a database of version n to version n + 1. Released steps never change; a new version appends one.
STEPS: Final = (
    """
    CREATE TABLE matches (
        id      TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        over    INTEGER NOT NULL,
        touched INTEGER NOT NULL -- counts up over all matches: the match changed last has the highest
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        match   TEXT NOT NULL REFERENCES matches (id),
        version INTEGER NOT NULL,
        at      INTEGER NOT NULL, -- seconds since 1970
        entry   TEXT NOT NULL, -- JSON
        PRIMARY KEY (match, version)
    ) WITHOUT ROWID;
    CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
    CREATE TABLE stakes (
        guest   TEXT NOT NULL,
        match   TEXT NOT NULL REFERENCES matches (id),
        PRIMARY KEY (guest, match)
    ) WITHOUT ROWID;
    CREATE INDEX stakes_by_match ON stakes (match);
    CREATE INDEX matches_by_touch ON matches (touched);
    CREATE TABLE guests (
        id      TEXT PRIMARY KEY,
        name    TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE settings (
        name    TEXT PRIMARY KEY,
        value   TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE matches ADD COLUMN version INTEGER NOT NULL DEFAULT 0; -- how many entries there are
    ALTER TABLE matches ADD COLUMN at INTEGER NOT NULL DEFAULT 0; -- of the last entry
    ALTER TABLE matches ADD COLUMN deadline INTEGER; -- when time runs out next
    ALTER TABLE matches ADD COLUMN runner TEXT; -- the process that runs its bots and absentees
    ALTER TABLE matches ADD COLUMN token INTEGER NOT NULL DEFAULT 0; -- counts up with every change of runner
    DROP TRIGGER entries_are_never_changed;
    UPDATE entries SET at = at * 1000; -- milliseconds, from now on, here and everywhere
    CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
    UPDATE matches SET
        created = created * 1000,
        version = (SELECT coalesce(max(version), 0) FROM entries WHERE match = id),
        at = (SELECT coalesce(max(at), 0) FROM entries WHERE match = id);
    CREATE INDEX matches_by_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX matches_by_runner ON matches (runner) WHERE runner IS NOT NULL;
    CREATE TABLE answers (
        match   TEXT NOT NULL REFERENCES matches (id),
        guest   TEXT NOT NULL,
        request TEXT NOT NULL,
        at      INTEGER NOT NULL,
        version INTEGER, -- at which it was granted, or
        refusal TEXT, -- JSON
        PRIMARY KEY (match, guest, request)
    ) WITHOUT ROWID;
    CREATE INDEX answers_by_age ON answers (at) WHERE refusal IS NOT NULL;
    INSERT OR IGNORE INTO answers
        SELECT match, as_key(json_extract(entry, '$.by')), as_key(json_extract(entry, '$.request')), at, version, NULL
        FROM entries
        WHERE CASE WHEN json_valid(entry) THEN json_extract(entry, '$.request') END IS NOT NULL;
    CREATE TABLE processes (
        id       TEXT PRIMARY KEY,
        release  TEXT NOT NULL,
        until    INTEGER NOT NULL, -- it counts as living
        draining INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE presence (
        match   TEXT NOT NULL REFERENCES matches (id),
        guest   TEXT NOT NULL,
        process TEXT NOT NULL,
        left    INTEGER, -- NULL: connected, as long as the process lives
        PRIMARY KEY (match, guest, process)
    ) WITHOUT ROWID;
    CREATE INDEX presence_by_process ON presence (process);
    CREATE TABLE snapshots (
        match   TEXT PRIMARY KEY REFERENCES matches (id),
        version INTEGER NOT NULL,
        digest  BLOB NOT NULL, -- SHA-256 of the data
        data    BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE learned (
        guest   TEXT NOT NULL,
        game    TEXT NOT NULL,
        lesson  INTEGER NOT NULL,
        step    INTEGER NOT NULL, -- where to take it up
        done    INTEGER NOT NULL,
        PRIMARY KEY (guest, game, lesson)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE entries ADD COLUMN checksum INTEGER; -- of the row; NULL where it is older than this column
    """,
    """
    CREATE TABLE summaries ( -- what lists tell of a match; none of a match that is older than this table
        match   TEXT PRIMARY KEY REFERENCES matches (id),
        summary TEXT NOT NULL, -- JSON
        since   INTEGER NOT NULL -- when it last changed
    ) WITHOUT ROWID;
    CREATE TABLE tickets ( -- with which a guest's identity is carried to another device, once
        digest  TEXT PRIMARY KEY, -- the ticket itself is known to whoever has it, and to nobody else
        guest   TEXT NOT NULL,
        until   INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE reviews ( -- derived from the log
        match   TEXT PRIMARY KEY REFERENCES matches (id),
        review  TEXT NOT NULL, -- JSON
        extract TEXT NOT NULL -- JSON: what profiles count of it
    );
    """,
    """
    CREATE TABLE traces ( -- in which logs a guest is named
        guest   TEXT NOT NULL,
        match   TEXT NOT NULL REFERENCES matches (id),
        PRIMARY KEY (guest, match)
    ) WITHOUT ROWID;
    CREATE TRIGGER entries_leave_traces AFTER INSERT ON entries WHEN instr(NEW.entry, '"guest": "')
        BEGIN
            INSERT OR IGNORE INTO traces
                SELECT atom, NEW.match FROM json_tree(NEW.entry) WHERE key = 'guest' AND type = 'text';
        END;
    INSERT OR IGNORE INTO traces
        SELECT tree.atom, entries.match
        FROM entries, json_tree(CASE WHEN json_valid(entries.entry) THEN entries.entry ELSE '{}' END) AS tree
        WHERE instr(entries.entry, '"guest": "') AND tree.key = 'guest' AND tree.type = 'text';
    CREATE TABLE forgetting ( -- guests who are being deleted, and the name that they get in logs
        guest   TEXT PRIMARY KEY,
        name    TEXT NOT NULL
    ) WITHOUT ROWID;
    DROP TRIGGER entries_are_never_changed;
    CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        WHEN NOT EXISTS (
            SELECT 1 FROM forgetting JOIN traces ON traces.guest = forgetting.guest WHERE traces.match = OLD.match
        )
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
    """,
    """
    CREATE TABLE reviewers ( -- which process makes the review of a match
        match   TEXT PRIMARY KEY REFERENCES matches (id),
        process TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE consents ( -- whose finished matches may become puzzles
        guest   TEXT PRIMARY KEY
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE documents ( -- what is no part of a match; texts by as_key
        collection TEXT NOT NULL,
        key        TEXT NOT NULL,
        version    INTEGER NOT NULL,
        owner      TEXT NOT NULL, -- the guest with whom it is deleted, or ''
        data       TEXT NOT NULL, -- JSON
        until      INTEGER, -- from then on it does not exist
        PRIMARY KEY (collection, key)
    ) WITHOUT ROWID;
    CREATE INDEX documents_by_owner ON documents (owner, collection, key) WHERE owner <> '';
    CREATE INDEX documents_by_end ON documents (until) WHERE until IS NOT NULL;
    CREATE TABLE document_versions ( -- one row
        last       INTEGER NOT NULL -- the highest version that a document ever had
    );
    INSERT INTO document_versions VALUES (0);
    """,
    """
    -- When a match ended, beside each of its guests: lists need not look at all that somebody ever played.
    ALTER TABLE stakes ADD COLUMN ended INTEGER NOT NULL DEFAULT 0; -- 0: it runs
    UPDATE stakes SET ended = coalesce((
        SELECT max(1, coalesce(since, at)) FROM matches LEFT JOIN summaries ON summaries.match = id
        WHERE id = stakes.match AND over
    ), 0);
    CREATE INDEX stakes_by_end ON stakes (guest, ended DESC, match);
    CREATE TRIGGER matches_end AFTER UPDATE OF over ON matches WHEN NEW.over <> OLD.over
        BEGIN UPDATE stakes SET ended = CASE WHEN NEW.over THEN max(1, NEW.at) ELSE 0 END WHERE match = NEW.id; END;
    CREATE TRIGGER stakes_in_what_ended AFTER INSERT ON stakes
        WHEN (SELECT over FROM matches WHERE id = NEW.match)
        BEGIN
            UPDATE stakes SET ended = (
                SELECT max(1, coalesce(since, at)) FROM matches LEFT JOIN summaries ON summaries.match = id
                WHERE id = NEW.match
            ) WHERE guest = NEW.guest AND match = NEW.match;
        END;
    """,
)
SCHEMA: Final = len(STEPS)


def build(database: sqlite3.Connection, version: int) -> None:
    """Take a database from a version to today's, inside a transaction of the caller's."""
    database.create_function("as_key", 1, as_key, deterministic=True)
    for step in STEPS[version:]:
        for statement in statements(step):
            database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {SCHEMA}")


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one (``executescript`` would commit behind our back)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
