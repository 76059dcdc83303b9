/** The tables of the news index. */
export const sqliteNewsSchema = `
  -- position is order_at * 1000 plus a sequence number, so that the key orders items by time.
  CREATE TABLE news (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- The number of the item's latest arrival, that is, as a new item or with a new text.
    arrival INTEGER NOT NULL,
    -- The number of its arrival as a new item.
    first_arrival INTEGER NOT NULL,
    ranking_terms BLOB NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    url TEXT,
    source TEXT,
    publication_date INTEGER,
    body TEXT,
    -- The text before the latest arrival, as JSON; NULL for a new item.
    earlier_text TEXT
  ) STRICT;
  CREATE INDEX news_by_arrival ON news (arrival);

  -- Terms are already analyzed: lowercase letters, digits, and periods inside numbers. The
  -- tokenizer only splits them at spaces, and accepts anything that is not ASCII.
  CREATE VIRTUAL TABLE news_terms USING fts5 (
    title, text,
    content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '.'"
  );
  CREATE VIRTUAL TABLE news_vocabulary USING fts5vocab (news_terms, row);
  -- With a larger hash table, transactions write fewer and larger segments, which need less merging.
  INSERT INTO news_terms (news_terms, rank) VALUES ('hashsize', 4194304);

  -- One row. Every search needs the number of items and of their terms. Every change of the news increments
  -- 'generation'. 'last_arrival' numbers new items and new texts.
  CREATE TABLE news_totals (
    items INTEGER NOT NULL,
    title_terms INTEGER NOT NULL,
    text_terms INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    last_arrival INTEGER NOT NULL
  ) STRICT;
  INSERT INTO news_totals VALUES (0, 0, 0, 0, 0);

  -- One row: whether the file may contain deleted text that has to be erased. 'requests' counts the
  -- takedowns since then. 'has_plain_secrets' matters when a server with a secret key starts.
  CREATE TABLE erasure (requests INTEGER NOT NULL, has_plain_secrets INTEGER NOT NULL) STRICT;
  INSERT INTO erasure VALUES (0, 0);
`;
