/**
 * The tables of the news index: the items, a posting for each distinct term of each item, and counts
 * over all items.
 *
 * The key of a posting has the order in which a search reads: the newest items of a term are at the
 * end of one range. The index includes `in_title`, so that scoring reads no other page.
 *
 * `title_terms` and `text_terms` are the terms in reading order: to find phrases, and to delete the
 * postings of an item.
 */
export const newsSchema = `
  CREATE TABLE news (
    number integer PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    order_at bigint NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    url text,
    source text,
    publication_date bigint,
    body text,
    title_terms text COLLATE "C" NOT NULL,
    text_terms text COLLATE "C" NOT NULL,
    ranking_terms bytea NOT NULL
  );
  CREATE INDEX news_by_time ON news (order_at, number);

  CREATE TABLE news_postings (
    term text COLLATE "C" NOT NULL,
    order_at bigint NOT NULL,
    number integer NOT NULL,
    in_title boolean NOT NULL
  );
  CREATE INDEX news_postings_newest ON news_postings (term, order_at, number) INCLUDE (in_title);

  -- fillfactor: nearly every batch changes a count, which then stays on its page.
  CREATE TABLE news_terms (
    term text COLLATE "C" PRIMARY KEY,
    items integer NOT NULL
  ) WITH (fillfactor = 60);

  -- One row. Adding news locks it, and numbers the items by it. 'generation' counts the changes of
  -- the news.
  CREATE TABLE news_totals (
    items integer NOT NULL,
    last_number integer NOT NULL,
    generation bigint NOT NULL
  ) WITH (fillfactor = 20);
  INSERT INTO news_totals VALUES (0, 0, 0);
`;
