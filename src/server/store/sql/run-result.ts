export interface RunResultRecord {
  /** Identifies the result, so that later runs do not repeat it: a news item's id, or a link. */
  key: string;
  title: string;
  summary: string;
  links: { url: string; source: string | null }[];
  publication_date: number | null;
  /** An earlier alert of the monitor contains the story, and this version says something new. */
  is_update?: true;
  /** The item was taken down: the texts are empty, and there are no links. */
  removed?: true;
}

/** Reads a column that contains results as JSON. */
export function resultsFromJson(json: string): RunResultRecord[] {
  return JSON.parse(json) as RunResultRecord[];
}
