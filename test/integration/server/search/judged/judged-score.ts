import type { JudgedPrompt } from './judged-set.ts';

/** How well a monitor did on its judged prompt. */
export interface JudgedScore {
  judged: JudgedPrompt;
  /**
   * The share of the first ten results that are right: 0 if there are none. Results without a
   * judgment count as wrong.
   */
  precision: number;
  /** The share of the required items that were found. */
  recall: number;
  /** The wrong ones of the first ten results. */
  wrong: string[];
  /** Those of them that have no judgment. */
  unjudged: string[];
  missing: string[];
}

/** @param found the ids of the monitor's results, best first */
export function scoreJudged(judged: JudgedPrompt, found: readonly string[]): JudgedScore {
  const right = new Set([...judged.must, ...(judged.may ?? [])]);
  const rejected = new Set(judged.must_not);
  const first = found.slice(0, 10);
  const wrong = first.filter((id) => !right.has(id));
  const missing = judged.must.filter((id) => !found.includes(id));
  return {
    judged,
    precision: first.length === 0 ? 0 : 1 - wrong.length / first.length,
    recall: 1 - missing.length / judged.must.length,
    wrong,
    unjudged: wrong.filter((id) => !rejected.has(id)),
    missing,
  };
}

export interface MeanScore {
  prompts: number;
  precision: number;
  recall: number;
}

export function meanScore(scores: readonly JudgedScore[]): MeanScore {
  const mean = (of: (score: JudgedScore) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / Math.max(scores.length, 1);
  return {
    prompts: scores.length,
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
  };
}

/** A line for all prompts, and one for each language and each shape. */
export function scoreTable(name: string, scores: readonly JudgedScore[]): string {
  const rows = [
    [name, scores] as const,
    ...groupsOf(scores, ({ judged }) => judged.language),
    ...groupsOf(scores, ({ judged }) => judged.shape),
  ];
  return rows.map(([group, members]) => scoreLine(group, meanScore(members))).join('\n');
}

function groupsOf(scores: readonly JudgedScore[], key: (score: JudgedScore) => string) {
  const groups = new Map<string, JudgedScore[]>();
  for (const score of scores) groups.set(key(score), [...(groups.get(key(score)) ?? []), score]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en'));
}

export function scoreLine(group: string, { prompts, precision, recall }: MeanScore): string {
  return `${group.padEnd(22)} ${String(prompts).padStart(3)}  P@10 ${precision.toFixed(2)}  recall ${recall.toFixed(2)}`;
}
