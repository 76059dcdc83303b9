/**
 * The tables of the news index: the items, a posting for each distinct term of each item, and counts
 * over all items.
 *
 * The index of the postings is in the order that searches read: the newest items of a term are at
 * the end of its range. The index includes `in_title`, so that scoring does not read the table.
 *
 * `title_terms` and `text_terms` are the terms in reading order. They are used to find phrases and
 * to delete the postings of an item.
 */
export const postgresNewsSchema = `
  CREATE TABLE news (
    number integer PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    order_at bigint NOT NULL,
    -- The number of the item's latest arrival, that is, as a new item or with a new text.
    arrival bigint NOT NULL,
    -- The number of its arrival as a new item.
    first_arrival bigint NOT NULL,
    -- The text before the latest arrival, as JSON; NULL for a new item.
    earlier_text text,
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
  CREATE INDEX news_by_arrival ON news (arrival);

  CREATE TABLE news_postings (
    term text COLLATE "C" NOT NULL,
    order_at bigint NOT NULL,
    number integer NOT NULL,
    in_title boolean NOT NULL
  );
  CREATE INDEX news_postings_newest ON news_postings (term, order_at, number) INCLUDE (in_title);

  -- fillfactor: leaves free space, so that the counts that each batch updates stay on their page.
  CREATE TABLE news_terms (
    term text COLLATE "C" PRIMARY KEY,
    items integer NOT NULL
  ) WITH (fillfactor = 60);

  -- One row. Adding news locks it and numbers the new items from 'last_number', and new items and new
  -- texts from 'last_arrival'. Every change of the news increments 'generation'.
  CREATE TABLE news_totals (
    items integer NOT NULL,
    title_terms bigint NOT NULL,
    text_terms bigint NOT NULL,
    last_number integer NOT NULL,
    generation bigint NOT NULL,
    last_arrival bigint NOT NULL
  ) WITH (fillfactor = 20);
  INSERT INTO news_totals VALUES (0, 0, 0, 0, 0, 0);
`;
