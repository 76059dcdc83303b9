import type { WorkSlices } from '../../../node/work-slices.ts';
import { anchorCandidates, anchorTerms } from '../../search/prompt/anchor-terms.ts';
import type { JudgedItem } from '../../search/prompt/judged-item.ts';
import { looseRule, type PromptRule, promptRule } from '../../search/prompt/prompt-rule.ts';
import {
  type PromptCondition,
  readPrompt,
  readPromptInSlices,
} from '../../search/prompt/read-prompt.ts';
import { parseCondition, writeCondition } from '../../search/prompt/stored-condition.ts';
import { termId } from '../../search/text/term-id.ts';
import type { MonitorRecord, NewsStore } from '../../store/store.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';

type Watching = Pick<MonitorRecord, 'prompt' | 'execution'>;

/** The ids of a monitor's anchor terms: an item without any of them does not match. */
export function monitorTerms(prompt: string): number[] {
  return watchOf(prompt).terms;
}

/** The anchor terms of a monitor and its {@link storedCondition}. */
export function watchOf(prompt: string): { terms: number[]; condition: string } {
  const condition = readPrompt(askedOfNews(prompt));
  return { terms: termIds(anchorTerms(condition)), condition: writeCondition(condition) };
}

/** Like {@link monitorTerms}, but chooses the terms that are rarest in the news. */
export async function rareMonitorTerms(
  { prompt, execution }: Watching,
  news: Pick<NewsStore, 'frequencies' | 'totals'>,
  work: WorkSlices,
): Promise<number[]> {
  const condition = await monitorCondition(prompt, work);
  // The rule of an agentic monitor requires one of its anchor terms, so they must not change.
  if (execution === 'agentic') return termIds(anchorTerms(condition));
  const frequencies = await news.frequencies(anchorCandidates(condition), work);
  const { items: size } = await news.totals();
  return termIds(anchorTerms(condition, { size, frequencies }));
}

function termIds(terms: readonly string[]): number[] {
  return [...new Set(terms.map(termId))];
}

/** What the prompt of a monitor asks for in shared news, as the store keeps it. */
export async function storedCondition(
  { prompt }: Pick<Watching, 'prompt'>,
  work: WorkSlices,
): Promise<string> {
  return writeCondition(await monitorCondition(prompt, work));
}

/** The rule of a monitor for shared news. */
async function monitorRule(monitor: Watching, work: WorkSlices): Promise<PromptRule> {
  return storedRule(monitor.execution, await storedCondition(monitor, work));
}

/** The rule of a monitor with a {@link storedCondition}. */
export function storedRule(execution: Watching['execution'], stored: string): PromptRule {
  const condition = parseCondition(stored);
  if (execution === 'standard') return promptRule(condition);
  const judge = looseRule(condition);
  const anchors = new Set(termIds(anchorTerms(condition)));
  return (item) => (hasAny(item, anchors) ? judge(item) : undefined);
}

/** The rule of a monitor for its own feeds. All items match if the prompt names no topic. */
export async function sourceRule(monitor: Watching, work: WorkSlices): Promise<PromptRule> {
  await work.next();
  return asksForEverything(parseMonitorPrompt(monitor.prompt).words)
    ? () => 1
    : monitorRule(monitor, work);
}

/** The condition of a monitor for shared news. */
async function monitorCondition(prompt: string, work: WorkSlices): Promise<PromptCondition> {
  await work.next();
  return readPromptInSlices(askedOfNews(prompt), work);
}

/** A prompt that only names feeds asks for nothing else. */
function askedOfNews(prompt: string): string {
  const { words, sources } = parseMonitorPrompt(prompt);
  return sources.length > 0 && asksForEverything(words) ? '' : words;
}

function hasAny({ title, text }: JudgedItem, terms: ReadonlySet<number>): boolean {
  return title.some((term) => terms.has(term)) || text.some((term) => terms.has(term));
}
