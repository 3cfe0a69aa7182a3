"""The latest steps of the tables of a library; ``migrations`` has the earlier ones and the rule."""

from __future__ import annotations

from collections.abc import Sequence

RECENT_STEPS: list[Sequence[str]] = []
_step = RECENT_STEPS.append

_ANNOTE = "CASE WHEN json_valid({0}) THEN json_extract({0}, '$.annote') END"

# What a person wrote about a paper and marked in it is text of that paper too: the index of
# passages hears of it.
_HEARD = """DELETE FROM fulltext_changes WHERE paper IN ({papers});
    INSERT INTO fulltext_changes (paper) VALUES {rows}"""
_step(
    (
        *(
            f"""CREATE TRIGGER {table}_{name} AFTER {event} ON {table} BEGIN
                {_HEARD.format(papers=papers, rows=rows)}; END"""
            for table in ("notes", "annotations")
            for name, event, papers, rows in (
                ("came", "INSERT", "new.paper", "(new.paper)"),
                ("went", "DELETE", "old.paper", "(old.paper)"),
                ("changed", "UPDATE", "old.paper, new.paper", "(old.paper), (new.paper)"),
            )
        ),
        f"""CREATE TRIGGER papers_came_annotated AFTER INSERT ON papers
            WHEN new.extra LIKE '%"annote"%' BEGIN
            {_HEARD.format(papers="new.number", rows="(new.number)")}; END""",
        f"""CREATE TRIGGER papers_went_annotated AFTER DELETE ON papers
            WHEN old.extra LIKE '%"annote"%' BEGIN
            {_HEARD.format(papers="old.number", rows="(old.number)")}; END""",
        f"""CREATE TRIGGER papers_annotated AFTER UPDATE OF extra ON papers
            WHEN {_ANNOTE.format("old.extra")} IS NOT {_ANNOTE.format("new.extra")} BEGIN
            {_HEARD.format(papers="new.number", rows="(new.number)")}; END""",
        "DROP TRIGGER fulltexts_hidden",
        f"""CREATE TRIGGER fulltexts_hidden AFTER UPDATE OF trashed_at ON papers
            WHEN old.trashed_at IS NOT new.trashed_at AND (
                new.extra LIKE '%"annote"%'
                OR EXISTS (SELECT 1 FROM fulltexts WHERE paper = new.number)
                OR EXISTS (SELECT 1 FROM notes WHERE paper = new.number)
                OR EXISTS (SELECT 1 FROM annotations WHERE paper = new.number)) BEGIN
            {_HEARD.format(papers="new.number", rows="(new.number)")}; END""",
        """INSERT INTO fulltext_changes (paper) SELECT paper FROM (
               SELECT paper FROM notes UNION SELECT paper FROM annotations
               UNION SELECT number FROM papers WHERE extra LIKE '%"annote"%')""",
    )
)

# The items of another program that are followed, with what each said last; a paper that was
# deleted for good is not made again. Its collections likewise.
_step(
    (
        """CREATE TABLE followed_items (
            source TEXT NOT NULL,
            key TEXT NOT NULL,
            paper INTEGER REFERENCES papers (number) ON DELETE SET NULL,
            stamp TEXT NOT NULL,
            stated TEXT NOT NULL,
            missing TEXT NOT NULL,
            PRIMARY KEY (source, key)
        ) WITHOUT ROWID""",
        "CREATE INDEX followed_items_of_paper ON followed_items (paper)",
        """CREATE TABLE followed_collections (
            source TEXT NOT NULL,
            key TEXT NOT NULL,
            collection INTEGER REFERENCES collections (number) ON DELETE SET NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (source, key)
        ) WITHOUT ROWID""",
        "CREATE INDEX followed_collections_of_group ON followed_collections (collection)",
    )
)

# What citation data from elsewhere says of papers, each statement with its source, so that a
# source can be taken back. ``citations`` holds these citations too.
_step(
    (
        """CREATE TABLE outside_sources (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            form TEXT NOT NULL,
            files TEXT NOT NULL,
            keys TEXT NOT NULL,
            added_at TEXT NOT NULL,
            lines INTEGER NOT NULL,
            damaged INTEGER NOT NULL
        )""",
        """CREATE TABLE outside_ids (
            key TEXT NOT NULL,
            source INTEGER NOT NULL REFERENCES outside_sources (number) ON DELETE CASCADE,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            PRIMARY KEY (key, source)
        ) WITHOUT ROWID""",
        "CREATE INDEX outside_ids_of_paper ON outside_ids (paper)",
        "CREATE INDEX outside_ids_of_source ON outside_ids (source)",
        """CREATE TABLE outside_citations (
            citing INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            cited INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            source INTEGER NOT NULL REFERENCES outside_sources (number) ON DELETE CASCADE,
            PRIMARY KEY (citing, cited, source)
        ) WITHOUT ROWID""",
        "CREATE INDEX outside_citations_by_cited ON outside_citations (cited)",
        "CREATE INDEX outside_citations_of_source ON outside_citations (source)",
        """CREATE TABLE outside_notices (
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            source INTEGER NOT NULL REFERENCES outside_sources (number) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('retracted', 'concern', 'reinstated')),
            stated_by TEXT NOT NULL,
            date TEXT NOT NULL,
            doi TEXT NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (paper, source, kind, stated_by, date, doi)
        ) WITHOUT ROWID""",
        "CREATE INDEX outside_notices_of_source ON outside_notices (source)",
        """CREATE TABLE outside_abstracts (
            paper INTEGER PRIMARY KEY REFERENCES papers (number) ON DELETE CASCADE,
            source INTEGER NOT NULL REFERENCES outside_sources (number) ON DELETE CASCADE,
            abstract TEXT NOT NULL
        )""",
        "CREATE INDEX outside_abstracts_of_source ON outside_abstracts (source)",
    )
)

# Files that are kept in step with a collection, or with what is to cite in a manuscript.
_step(
    (
        """CREATE TABLE kept_files (
            path TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            collection INTEGER REFERENCES collections (number) ON DELETE CASCADE,
            manuscript INTEGER REFERENCES manuscripts (number) ON DELETE CASCADE,
            written TEXT NOT NULL,
            written_at TEXT NOT NULL,
            problem TEXT NOT NULL,
            edited INTEGER NOT NULL,
            CHECK ((collection IS NULL) <> (manuscript IS NULL))
        ) WITHOUT ROWID""",
        "CREATE INDEX kept_files_of_collection ON kept_files (collection)",
        "CREATE INDEX kept_files_of_manuscript ON kept_files (manuscript)",
    )
)

# What was done to the library, and what takes it back. An action that takes others back is named
# by them; a copy of a file without an action is needed by none any more.
_step(
    (
        """CREATE TABLE history (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            made_at TEXT NOT NULL,
            said TEXT NOT NULL,
            takes_back INTEGER NOT NULL,
            undone_by INTEGER,
            too_large INTEGER NOT NULL DEFAULT 0,
            changes INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            file_bytes INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE history_parts (
            number INTEGER PRIMARY KEY,
            action INTEGER NOT NULL REFERENCES history (number) ON DELETE CASCADE,
            first_paper INTEGER NOT NULL,
            last_paper INTEGER NOT NULL,
            rows BLOB NOT NULL
        )""",
        "CREATE INDEX history_parts_of_action ON history_parts (action)",
        """CREATE TABLE history_files (
            action INTEGER REFERENCES history (number) ON DELETE SET NULL,
            path TEXT NOT NULL
        )""",
        "CREATE INDEX history_files_by_path ON history_files (path)",
        "CREATE INDEX history_files_of_action ON history_files (action)",
    )
)

# The full text of a paper is what was read of one of its files: it goes with the file, and a file
# that was read before, as another paper has it too, need not be read again.
_OF_ITS_FILES = """INSERT INTO fulltexts SELECT f.paper, r.number, 1
    FROM files f JOIN readings r ON r.sha256 = f.sha256 AND r.state = 'read'
    WHERE {paper} AND NOT EXISTS (SELECT 1 FROM fulltexts WHERE paper = f.paper)
    AND NOT EXISTS (
        SELECT 1 FROM files e JOIN readings o ON o.sha256 = e.sha256 AND o.state = 'read'
        WHERE e.paper = f.paper AND e.number < f.number)"""
_OF_NO_FILE = """DELETE FROM fulltexts WHERE {paper} AND NOT EXISTS (
    SELECT 1 FROM files f JOIN readings r ON r.sha256 = f.sha256
    WHERE f.paper = fulltexts.paper AND r.number = fulltexts.reading)"""
_COMES = _OF_ITS_FILES.format(paper="f.paper = new.paper")
_STAYS = _OF_ITS_FILES.format(
    paper="f.paper = old.paper AND EXISTS (SELECT 1 FROM papers WHERE number = old.paper)"
)
_GOES = _OF_NO_FILE.format(paper="paper = old.paper")
_step(
    (
        # The number of a file is never given again: it tells what an undoing is about.
        """CREATE TABLE numbered_files (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            path TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            UNIQUE (paper, sha256)
        )""",
        "INSERT INTO numbered_files SELECT number, paper, path, sha256 FROM files",
        "DROP TABLE files",
        "ALTER TABLE numbered_files RENAME TO files",
        "CREATE INDEX files_by_content ON files (sha256)",
        """CREATE TRIGGER readings_are_of_files AFTER DELETE ON files
            WHEN NOT EXISTS (SELECT 1 FROM files WHERE sha256 = old.sha256)
            BEGIN DELETE FROM readings WHERE sha256 = old.sha256; END""",
        # Undoing puts full texts back before files, perhaps of a reading that was made anew since.
        f"""CREATE TRIGGER files_came_read AFTER INSERT ON files BEGIN
            DELETE FROM fulltexts WHERE paper = new.paper
                AND NOT EXISTS (SELECT 1 FROM readings WHERE number = fulltexts.reading);
            {_COMES}; END""",
        f"CREATE TRIGGER files_moved_read AFTER UPDATE OF paper ON files BEGIN {_GOES}; END",
        f"CREATE TRIGGER files_went_read AFTER DELETE ON files BEGIN {_GOES}; {_STAYS}; END",
        f"CREATE TRIGGER fulltexts_of_other_files AFTER DELETE ON fulltexts BEGIN {_STAYS}; END",
        # The index of passages hears of a text that was read anew.
        f"""CREATE TRIGGER fulltexts_read_anew AFTER UPDATE OF reading ON fulltexts BEGIN
            {_HEARD.format(papers="new.paper", rows="(new.paper)")}; END""",
        _OF_NO_FILE.format(paper="TRUE"),
        _OF_ITS_FILES.format(paper="TRUE"),
    )
)

# Which entries of which files were read, and the records that imports made part of a paper, so that
# they can be taken apart again. A paper is found by its PubMed id.
_step(
    (
        """CREATE TABLE read_entries (
            entry TEXT PRIMARY KEY,
            digest TEXT NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE
        ) WITHOUT ROWID""",
        "CREATE INDEX read_entries_by_digest ON read_entries (digest) WHERE digest <> ''",
        "CREATE INDEX read_entries_of_paper ON read_entries (paper)",
        """CREATE TABLE import_merges (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            made_at TEXT NOT NULL,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            source TEXT NOT NULL,
            reason TEXT NOT NULL,
            entry TEXT NOT NULL,
            merged BLOB NOT NULL,
            files TEXT NOT NULL DEFAULT '[]'
        )""",
        "CREATE INDEX import_merges_of_paper ON import_merges (paper)",
        # Of imports up to here, only the history tells what they merged.
        """INSERT INTO meta (name, value)
            SELECT 'kept import merges', COALESCE(MAX(number), 0) FROM history""",
        """CREATE INDEX papers_by_pmid ON papers (CAST(json_extract(extra, '$.PMID') AS TEXT))
            WHERE json_valid(extra)""",
    )
)

# How a bibliography wrote a paper, and the keys that a paper is known by beside its own. A key that
# earlier versions did not make themselves counts as one that a file or a person stated.
_step(
    (
        """CREATE TABLE source_texts (
            paper INTEGER PRIMARY KEY REFERENCES papers (number) ON DELETE CASCADE,
            entry TEXT NOT NULL
        )""",
        """CREATE TABLE key_aliases (
            alias TEXT NOT NULL COLLATE NOCASE,
            paper INTEGER NOT NULL REFERENCES papers (number) ON DELETE CASCADE,
            PRIMARY KEY (alias, paper)
        ) WITHOUT ROWID""",
        "CREATE INDEX key_aliases_of_paper ON key_aliases (paper)",
        # What in a kept file that others write too is Cocite's.
        "ALTER TABLE kept_files ADD COLUMN entries TEXT NOT NULL DEFAULT ''",
        """UPDATE papers SET extra = with_stated_key(
            extra, citation_key, json_array(title, year,
            (SELECT json_group_array(name) FROM (
                SELECT n.name FROM authorship a JOIN people n ON n.number = a.person
                WHERE a.paper = papers.number ORDER BY a.position)),
            COALESCE((SELECT v.name FROM venues v WHERE v.number = papers.venue), ''),
            COALESCE((SELECT value FROM meta WHERE name = 'citation key pattern'),
                     '[auth][year][title]')))""",
        """INSERT OR IGNORE INTO key_aliases (alias, paper)
            SELECT a.value, p.number FROM papers p, json_each(aliases_of(p.extra, p.citation_key)) a
            WHERE p.extra <> ''""",
    )
)

# Keys of papers may differ by case alone, as they may for biber and BibTeX; they are compared
# without case as before. SQLite has no statement to change a constraint: its text is replaced, and
# the index that holds it is sorted again. What each field of an entry said is kept, as digests.
_KEYS_OF_ONE_CASE = "citation_key TEXT NOT NULL COLLATE NOCASE UNIQUE"
_step(
    (
        "PRAGMA writable_schema = ON",
        f"""UPDATE sqlite_schema SET sql = substr(replace(
                sql, '{_KEYS_OF_ONE_CASE}', 'citation_key TEXT NOT NULL COLLATE NOCASE'
            ), 1, length(sql) - length(' UNIQUE') - 1) || ', UNIQUE (citation_key COLLATE BINARY))'
            WHERE type = 'table' AND name = 'papers' AND sql LIKE '%{_KEYS_OF_ONE_CASE}%'""",
        "PRAGMA writable_schema = RESET",
        "REINDEX papers",
        "CREATE INDEX papers_by_key ON papers (citation_key)",
        "ALTER TABLE read_entries ADD COLUMN fields BLOB NOT NULL DEFAULT x''",
    )
)

# Bibliographies that are followed in both directions, by path; without a collection and a
# manuscript the whole library. Each entry has what the file and its paper said when they were last
# in step, as digests, and what was changed on both sides since.
_step(
    (
        """CREATE TABLE followed_files (
            path TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            collection INTEGER REFERENCES collections (number) ON DELETE CASCADE,
            manuscript INTEGER REFERENCES manuscripts (number) ON DELETE CASCADE,
            options TEXT NOT NULL,
            state TEXT NOT NULL,
            CHECK (collection IS NULL OR manuscript IS NULL)
        ) WITHOUT ROWID""",
        "CREATE INDEX followed_files_of_collection ON followed_files (collection)",
        "CREATE INDEX followed_files_of_manuscript ON followed_files (manuscript)",
        """CREATE TABLE followed_entries (
            path TEXT NOT NULL,
            key TEXT NOT NULL,
            paper INTEGER REFERENCES papers (number) ON DELETE SET NULL,
            status TEXT NOT NULL,
            digest TEXT NOT NULL,
            revision INTEGER NOT NULL,
            fields TEXT NOT NULL,
            conflicts TEXT NOT NULL,
            PRIMARY KEY (path, key)
        ) WITHOUT ROWID""",
        "CREATE INDEX followed_entries_of_paper ON followed_entries (paper)",
        # Entries that the person added to files: what is to stand there, and what does.
        """CREATE TABLE added_entries (
            path TEXT NOT NULL,
            key TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (path, key)
        ) WITHOUT ROWID""",
        """CREATE TABLE written_entries (
            path TEXT NOT NULL,
            key TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (path, key)
        ) WITHOUT ROWID""",
    )
)

# Corrections are kept beside retractions: the constraint of their kinds is replaced.
_KINDS_OF_NOTICES = "(''retracted'', ''concern'', ''reinstated'')"
_step(
    (
        "PRAGMA writable_schema = ON",
        f"""UPDATE sqlite_schema
            SET sql = replace(sql, '{_KINDS_OF_NOTICES}',
                '(''retracted'', ''concern'', ''corrected'', ''reinstated'')')
            WHERE type = 'table' AND name = 'outside_notices'""",
        "PRAGMA writable_schema = RESET",
    )
)

# "O'Neill" is sorted under O, "Roe-Lind" under R.
_step(
    (
        """UPDATE papers SET author_key = author_sort_key((
            SELECT json_group_array(name) FROM (
                SELECT n.name FROM authorship a JOIN people n ON n.number = a.person
                WHERE a.paper = papers.number AND a.position < 4 ORDER BY a.position)))
            WHERE author_key <> ''""",
    )
)
