/** The tables of the news index. */
export const newsSchema = `
  -- position is the time: order_at * 1000 + a sequence, so that newest first is the key's own order
  CREATE TABLE news (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    url TEXT,
    source TEXT,
    publication_date INTEGER,
    body TEXT
  ) STRICT;

  -- The packed terms by which an item is ranked. A search reads those of many items but the texts of
  -- few.
  CREATE TABLE news_ranking_terms (
    position INTEGER PRIMARY KEY,
    terms BLOB NOT NULL
  ) STRICT;

  -- Terms are already analyzed: lower-case letters, digits, and a point inside of a number. The
  -- tokenizer only splits them at spaces, and accepts anything that is not ASCII.
  CREATE VIRTUAL TABLE news_terms USING fts5 (
    title, text,
    content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '.'"
  );
  CREATE VIRTUAL TABLE news_vocabulary USING fts5vocab (news_terms, row);
  -- The larger the part of the index that a transaction sorts and writes at once, the less is merged
  -- later.
  INSERT INTO news_terms (news_terms, rank) VALUES ('hashsize', 4194304);

  -- One row. Every search needs the number of items; 'generation' counts the changes of the news.
  CREATE TABLE news_totals (items INTEGER NOT NULL, generation INTEGER NOT NULL) STRICT;
  INSERT INTO news_totals VALUES (0, 0);
`;
