import type { JudgedPrompt } from './judged-set.ts';
import type { MonitoredResults } from './monitored-results.ts';

/** How well a monitor did on its judged prompt. */
export interface JudgedScore {
  judged: JudgedPrompt;
  /**
   * The share of the first ten results that are right: 0 if there are none. Results without a
   * judgment count as wrong.
   */
  precision: number;
  /** The share of the required items that matched. */
  recall: number;
  /** The wrong ones of the first ten results. */
  wrong: string[];
  /** Those of them that have no judgment. */
  unjudged: string[];
  missing: string[];
}

export function scoreJudged(judged: JudgedPrompt, { first, all }: MonitoredResults): JudgedScore {
  const right = new Set([...judged.must, ...(judged.may ?? [])]);
  const rejected = new Set(judged.must_not);
  const wrong = first.filter((ids) => !ids.some((id) => right.has(id))).flat();
  const matching = new Set(all);
  const missing = judged.must.filter((id) => !matching.has(id));
  const rightResults = first.filter((ids) => ids.some((id) => right.has(id)));
  return {
    judged,
    precision: first.length === 0 ? 0 : rightResults.length / first.length,
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

/** A prompt's figures, and its errors. */
export function scoreDetails(score: JudgedScore): string {
  const { judged, wrong, unjudged, missing } = score;
  const lines = [scoreLine(judged.id, meanScore([score])), `  ${judged.prompt}`];
  if (wrong.length > 0) lines.push(`  wrong: ${wrong.join(' ')}`);
  if (unjudged.length > 0) lines.push(`  without judgment: ${unjudged.join(' ')}`);
  if (missing.length > 0) lines.push(`  missing: ${missing.join(' ')}`);
  return lines.join('\n');
}

function scoreLine(group: string, { prompts, precision, recall }: MeanScore): string {
  return `${group.padEnd(22)} ${String(prompts).padStart(3)}  P@10 ${precision.toFixed(2)}  recall ${recall.toFixed(2)}`;
}
