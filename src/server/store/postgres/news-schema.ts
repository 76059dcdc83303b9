/**
 * The tables of the news index: the items, a posting for each distinct term of each, and what is
 * counted over all of them.
 *
 * A posting's key is the order in which a search reads: a term's newest items are the end of one
 * range, however many are older. `weight` is the term's occurrences, those in the title worth
 * several; `length` is how many terms the item has. Both are in the index, so that ranking touches
 * no other page.
 *
 * `title_terms` and `text_terms` keep the terms in reading order, for phrases and for taking an
 * item's postings out again.
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
    length smallint NOT NULL,
    -- The packed terms by which the item is ranked.
    ranking_terms bytea NOT NULL
  );
  CREATE INDEX news_by_time ON news (order_at, number);

  CREATE TABLE news_postings (
    term text COLLATE "C" NOT NULL,
    order_at bigint NOT NULL,
    number integer NOT NULL,
    weight smallint NOT NULL,
    length smallint NOT NULL
  );
  CREATE INDEX news_postings_newest ON news_postings (term, order_at, number)
    INCLUDE (weight, length);

  -- fillfactor: a count changes with nearly every batch, and finds its place on the same page
  CREATE TABLE news_terms (
    term text COLLATE "C" PRIMARY KEY,
    items integer NOT NULL
  ) WITH (fillfactor = 60);

  -- One row. Whoever adds news holds it, and numbers the items by it.
  CREATE TABLE news_totals (
    items integer NOT NULL,
    terms bigint NOT NULL,
    last_number integer NOT NULL,
    -- Counts the changes of the news.
    generation bigint NOT NULL
  ) WITH (fillfactor = 20);
  INSERT INTO news_totals VALUES (0, 0, 0, 0);
`;
