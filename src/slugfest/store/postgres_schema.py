"""What a Slugfest database of PostgreSQL looks like, and how an older one becomes a new one.

Steps only add: processes of the release before go on working beside those of the next one.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg

from .errors import StoreError

# Step n takes a database of version n to version n + 1. Released steps never change; a new version appends one.
STEPS: Final = (
    """
    CREATE TABLE slugfest_schema (
        version integer NOT NULL,
        oldest  integer NOT NULL -- the oldest version whose programs can work with this database
    );
    INSERT INTO slugfest_schema VALUES (0, 1);
    CREATE TABLE matches (
        id       text PRIMARY KEY,
        version  integer NOT NULL DEFAULT 0, -- how many entries there are
        at       bigint NOT NULL DEFAULT 0, -- of the last entry; all times are milliseconds since 1970
        touched  bigint NOT NULL DEFAULT 0, -- when it was noticeably changed, in microseconds
        over     boolean NOT NULL DEFAULT false,
        deadline bigint, -- when time runs out next
        runner   text, -- the process that runs its bots and absentees
        token    bigint NOT NULL DEFAULT 0 -- counts up with every change of runner
    ) WITH (fillfactor = 70);
    CREATE INDEX matches_by_deadline ON matches (deadline) WHERE deadline IS NOT NULL AND NOT over;
    CREATE INDEX matches_by_runner ON matches (runner) WHERE runner IS NOT NULL;
    CREATE TABLE entries (
        match    text NOT NULL,
        version  integer NOT NULL,
        at       bigint NOT NULL,
        entry    text NOT NULL, -- JSON
        PRIMARY KEY (match, version)
    );
    CREATE FUNCTION refuse_to_change_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the log is append-only'; END
    $$;
    CREATE TRIGGER entries_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_entries();
    CREATE TABLE answers (
        match    text NOT NULL,
        guest    text NOT NULL,
        request  text NOT NULL,
        at       bigint NOT NULL,
        version  integer, -- at which it was granted, or
        refusal  text, -- JSON
        PRIMARY KEY (match, guest, request)
    );
    CREATE INDEX answers_by_age ON answers (at) WHERE refusal IS NOT NULL;
    CREATE TABLE stakes (
        guest    text NOT NULL,
        match    text NOT NULL,
        PRIMARY KEY (guest, match)
    );
    CREATE INDEX stakes_by_match ON stakes (match);
    CREATE TABLE processes (
        id       text PRIMARY KEY,
        release  text NOT NULL,
        until    bigint NOT NULL, -- it counts as living
        draining boolean NOT NULL DEFAULT false
    );
    CREATE TABLE presence ( -- logged: were it lost in a crash of the database, who is connected would look absent
        match    text NOT NULL,
        guest    text NOT NULL,
        process  text NOT NULL,
        left_at  bigint, -- NULL: connected, as long as the process lives
        PRIMARY KEY (match, guest, process)
    );
    CREATE INDEX presence_by_process ON presence (process);
    CREATE TABLE snapshots (
        match    text PRIMARY KEY,
        version  integer NOT NULL,
        digest   bytea NOT NULL, -- SHA-256 of the data
        data     bytea NOT NULL
    );
    CREATE TABLE guests (
        id       text PRIMARY KEY,
        name     text NOT NULL
    );
    CREATE TABLE settings (
        name     text PRIMARY KEY,
        value    text NOT NULL
    );

    -- The one clock. Not now(): that is the transaction's start.
    CREATE FUNCTION slugfest_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$
        SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
    $$;

    -- All of an append in one statement, so that no row stays locked for the length of a line or of a paused process.
    -- Everything is checked after the match's row is locked, each statement seeing what others have committed by then.
    CREATE FUNCTION append_entries(news jsonb) RETURNS bigint[] LANGUAGE plpgsql AS $$
    DECLARE
        item jsonb;
        held matches%ROWTYPE;
        code text;
        moment bigint;
        written bigint[] := '{}';
    BEGIN
        FOR item IN SELECT value FROM jsonb_array_elements(news) LOOP
            code := item->>'match';
            IF (item->>'version')::integer = 1 THEN
                INSERT INTO matches (id) VALUES (code) ON CONFLICT DO NOTHING;
            END IF;
            SELECT * INTO held FROM matches WHERE id = code FOR NO KEY UPDATE;
            IF NOT FOUND OR held.version <> (item->>'version')::integer - 1 THEN
                RAISE EXCEPTION 'match % is at version %, not at %',
                    code, coalesce(held.version, 0), (item->>'version')::integer - 1 USING ERRCODE = 'SF001';
            END IF;
            IF (item->>'token')::bigint <> held.token THEN
                RAISE EXCEPTION 'match % is run by another process', code USING ERRCODE = 'SF002';
            END IF;
            moment := greatest(slugfest_now(), held.at);
            IF moment <= (item->>'not_before')::bigint OR moment > (item->>'not_after')::bigint THEN
                RAISE EXCEPTION 'match %: it is too early or too late for this', code USING ERRCODE = 'SF003';
            END IF;
            IF item->>'absent' <> '' AND EXISTS (
                SELECT FROM presence JOIN processes ON processes.id = presence.process
                WHERE match = code AND guest = item->>'absent' AND left_at IS NULL AND until > slugfest_now()
            ) THEN
                RAISE EXCEPTION 'match %: the guest is connected', code USING ERRCODE = 'SF004';
            END IF;
            IF item->>'request' IS NOT NULL THEN
                -- The key decides: this waits for a refusal of the same request that is not yet committed.
                INSERT INTO answers (match, guest, request, at, version)
                    VALUES (code, item->>'by', item->>'request', moment, held.version + 1) ON CONFLICT DO NOTHING;
                IF NOT FOUND THEN
                    RAISE EXCEPTION 'match %: this request has been answered', code USING ERRCODE = 'SF005';
                END IF;
            END IF;
            INSERT INTO entries VALUES (code, held.version + 1, moment, item->>'entry');
            UPDATE matches SET
                version = held.version + 1,
                at = moment,
                over = (item->>'over')::boolean,
                deadline = (item->>'due')::bigint,
                touched = CASE WHEN (item->>'noticed')::boolean
                    THEN (extract(epoch FROM clock_timestamp()) * 1000000)::bigint ELSE touched END
                WHERE id = code;
            IF item->'guests' IS DISTINCT FROM coalesce(
                (SELECT jsonb_agg(guest ORDER BY guest COLLATE "C") FROM stakes WHERE match = code), '[]'
            ) THEN
                DELETE FROM stakes WHERE match = code;
                INSERT INTO stakes SELECT value, code FROM jsonb_array_elements_text(item->'guests');
            END IF;
            written := written || moment;
        END LOOP;
        RETURN written;
    END
    $$;
    """,
    """
    CREATE TABLE learned (
        guest    text NOT NULL,
        game     text NOT NULL,
        lesson   integer NOT NULL,
        step     integer NOT NULL, -- where to take it up
        done     boolean NOT NULL,
        PRIMARY KEY (guest, game, lesson)
    );
    """,
    """
    CREATE TABLE summaries ( -- what lists tell of a match; none of a match that is older than this table
        match    text PRIMARY KEY,
        summary  text NOT NULL, -- JSON
        since    bigint NOT NULL -- when it last changed
    ) WITH (fillfactor = 50);
    CREATE TABLE tickets ( -- with which a guest's identity is carried to another device, once
        digest   text PRIMARY KEY, -- the ticket itself is known to whoever has it, and to nobody else
        guest    text NOT NULL,
        until    bigint NOT NULL
    );
    -- Whoever is forgotten gets another name in the log: nothing else ever changes it.
    CREATE OR REPLACE FUNCTION refuse_to_change_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND current_setting('slugfest.forgetting', true) = 'on' THEN
                RETURN NULL;
            END IF;
            RAISE EXCEPTION 'the log is append-only';
        END
    $$;
    -- An append, and what lists tell from then on. What says the same again is not news.
    CREATE FUNCTION append_and_list(news jsonb) RETURNS bigint[] LANGUAGE plpgsql AS $$
    DECLARE
        written bigint[] := append_entries(news);
    BEGIN
        INSERT INTO summaries
            SELECT DISTINCT ON (item.value->>'match') item.value->>'match', item.value->>'summary', written[item.place]
            FROM jsonb_array_elements(news) WITH ORDINALITY AS item (value, place)
            WHERE item.value->>'summary' IS NOT NULL
            ORDER BY item.value->>'match', item.place DESC
            ON CONFLICT (match) DO UPDATE SET summary = excluded.summary, since = excluded.since
            WHERE summaries.summary <> excluded.summary;
        RETURN written;
    END
    $$;
    """,
    """
    -- One entry each for many matches. What may not be written changes nothing and takes nobody with it: instead of a
    -- time, a number below zero tells why. A match that is held by somebody else is not waited for, so nobody waits for
    -- a stranger's match, and no two of these for one another. All is checked as in append_entries.
    CREATE FUNCTION append_group(news jsonb) RETURNS bigint[] LANGUAGE plpgsql AS $$
    DECLARE
        new record;
        held record;
        moment bigint;
        told bigint[] := '{}';
    BEGIN
        FOR new IN SELECT * FROM jsonb_to_recordset(news) AS item (
            match text, version integer, entry text, guests jsonb, same_guests boolean, over boolean, noticed boolean,
            token bigint, not_before bigint, not_after bigint, due bigint, summary text, "by" text, request text
        ) LOOP
            SELECT version, at, token INTO held FROM matches WHERE id = new.match FOR NO KEY UPDATE SKIP LOCKED;
            IF NOT FOUND THEN
                told := told || -1::bigint;
                CONTINUE;
            END IF;
            moment := greatest(slugfest_now(), held.at);
            IF held.version <> new.version - 1 THEN
                told := told || -2::bigint;
                CONTINUE;
            ELSIF new.token <> held.token THEN
                told := told || -3::bigint;
                CONTINUE;
            ELSIF moment <= new.not_before OR moment > new.not_after THEN
                told := told || -4::bigint;
                CONTINUE;
            END IF;
            IF new.request IS NOT NULL THEN
                INSERT INTO answers (match, guest, request, at, version)
                    VALUES (new.match, new."by", new.request, moment, new.version) ON CONFLICT DO NOTHING;
                IF NOT FOUND THEN
                    told := told || -5::bigint;
                    CONTINUE;
                END IF;
            END IF;
            INSERT INTO entries VALUES (new.match, new.version, moment, new.entry);
            UPDATE matches SET
                version = new.version,
                at = moment,
                over = new.over,
                deadline = new.due,
                touched = CASE WHEN new.noticed
                    THEN (extract(epoch FROM clock_timestamp()) * 1000000)::bigint ELSE touched END
                WHERE id = new.match;
            IF NOT new.same_guests AND new.guests IS DISTINCT FROM coalesce(
                (SELECT jsonb_agg(guest ORDER BY guest COLLATE "C") FROM stakes WHERE match = new.match), '[]'
            ) THEN
                DELETE FROM stakes WHERE match = new.match;
                INSERT INTO stakes SELECT value, new.match FROM jsonb_array_elements_text(new.guests);
            END IF;
            IF new.summary IS NOT NULL THEN
                INSERT INTO summaries VALUES (new.match, new.summary, moment)
                    ON CONFLICT (match) DO UPDATE SET summary = excluded.summary, since = excluded.since
                    WHERE summaries.summary <> excluded.summary;
            END IF;
            told := told || moment;
        END LOOP;
        RETURN told;
    END
    $$;
    """,
    """
    CREATE TABLE reviews ( -- derived from the log
        match    text PRIMARY KEY,
        review   text NOT NULL, -- JSON
        extract  text NOT NULL -- JSON: what profiles count of it
    );
    """,
    """
    SET LOCAL statement_timeout = 0; -- it reads all logs, once
    CREATE TABLE traces ( -- in which logs a guest is named
        guest    text NOT NULL,
        match    text NOT NULL,
        PRIMARY KEY (guest, match)
    );
    CREATE FUNCTION note_traces() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO traces
                SELECT DISTINCT named[1], NEW.match
                FROM regexp_matches(NEW.entry, '"guest": "([^"]+)"', 'g') AS named
                ON CONFLICT DO NOTHING;
            RETURN NULL;
        END
    $$;
    CREATE TRIGGER entries_leave_traces AFTER INSERT ON entries
        FOR EACH ROW WHEN (strpos(NEW.entry, '"guest": "') > 0) EXECUTE FUNCTION note_traces();
    INSERT INTO traces
        SELECT DISTINCT named[1], match
        FROM entries, LATERAL regexp_matches(entry, '"guest": "([^"]+)"', 'g') AS named
        WHERE strpos(entry, '"guest": "') > 0
        ON CONFLICT DO NOTHING;
    CREATE TABLE forgetting ( -- guests who are being deleted, and the name that they get in logs
        guest    text PRIMARY KEY,
        name     text NOT NULL
    );
    """,
    """
    CREATE TABLE reviewers ( -- which process makes the review of a match
        match    text PRIMARY KEY,
        process  text NOT NULL
    );
    CREATE TABLE consents ( -- whose finished matches may become puzzles
        guest    text PRIMARY KEY
    );
    """,
    """
    CREATE TABLE documents ( -- what is no part of a match; texts are ASCII, and sorted by their bytes
        collection text COLLATE "C" NOT NULL,
        key        text COLLATE "C" NOT NULL,
        version    bigint NOT NULL,
        owner      text COLLATE "C" NOT NULL, -- the guest with whom it is deleted, or ''
        data       text NOT NULL, -- JSON
        until      bigint, -- from then on it does not exist
        PRIMARY KEY (collection, key)
    );
    CREATE INDEX documents_by_owner ON documents (owner, collection, key) WHERE owner <> '';
    CREATE INDEX documents_by_end ON documents (until) WHERE until IS NOT NULL;
    CREATE SEQUENCE document_versions;
    """,
    """
    -- When a match ended, beside each of its guests: lists need not look at all that somebody ever played.
    SET LOCAL statement_timeout = 0; -- it changes a row for every match of every guest, once
    ALTER TABLE stakes ADD COLUMN ended bigint NOT NULL DEFAULT 0; -- 0: it runs
    UPDATE stakes SET ended = greatest(1, coalesce(
        (SELECT since FROM summaries WHERE summaries.match = stakes.match), matches.at
    )) FROM matches WHERE matches.id = stakes.match AND matches.over;
    CREATE INDEX stakes_by_end ON stakes (guest, ended DESC, match);
    CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE stakes SET ended = CASE WHEN NEW.over THEN greatest(1, NEW.at) ELSE 0 END WHERE match = NEW.id;
            RETURN NULL;
        END
    $$;
    CREATE TRIGGER matches_end AFTER UPDATE OF over ON matches
        FOR EACH ROW WHEN (OLD.over IS DISTINCT FROM NEW.over) EXECUTE FUNCTION note_end();
    CREATE FUNCTION note_stake() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            SELECT greatest(1, coalesce(since, at)) INTO NEW.ended
                FROM matches LEFT JOIN summaries ON summaries.match = id WHERE id = NEW.match AND over;
            NEW.ended := coalesce(NEW.ended, 0);
            RETURN NEW;
        END
    $$;
    CREATE TRIGGER stakes_in_what_ended BEFORE INSERT ON stakes FOR EACH ROW EXECUTE FUNCTION note_stake();
    """,
)
SCHEMA: Final = len(STEPS)
BUILDERS: Final = 0x534C5547  # the advisory lock of whoever builds


def build(database: psycopg.Connection[tuple[Any, ...]], name: str) -> None:
    """Make a database today's; raises :class:`StoreError` for another program's or a newer one."""
    if _version(database, name) >= SCHEMA:
        return
    with database.transaction():
        # One builds; the others wait, and find it built.
        database.execute("SELECT pg_advisory_xact_lock(%s)", [BUILDERS])
        version = _version(database, name)
        if version == 0 and _tables(database):
            raise StoreError(f"{name} holds tables of another program; choose an empty database")
        if version < SCHEMA:
            for step in STEPS[version:]:
                database.execute(step.encode())  # bytes: a text of ours, with no values in it
            database.execute("UPDATE slugfest_schema SET version = %s", [SCHEMA])


def _tables(database: psycopg.Connection[tuple[Any, ...]]) -> set[str]:
    # Not to_regclass(): it may remember that there was none, from before we waited.
    rows = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {table for (table,) in rows}


def _version(database: psycopg.Connection[tuple[Any, ...]], name: str) -> int:
    """The version of a database, 0 if it is none of ours."""
    if "slugfest_schema" not in _tables(database):
        return 0
    found = database.execute("SELECT version, oldest FROM slugfest_schema").fetchone()
    version, oldest = found or (0, 1)
    if oldest > SCHEMA:
        raise StoreError(
            f"{name} was written by a newer Slugfest (database version {version}; this Slugfest knows {SCHEMA}). "
            "Update Slugfest, or choose another database. Nothing was changed."
        )
    return int(version)
