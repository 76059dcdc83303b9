import type { WorkSlices } from '../../../node/work-slices.ts';
import { redactLocation } from '../../feeds/location.ts';
import { describePrompt } from '../../search/prompt/describe-prompt.ts';
import {
  promptError,
  promptWarnings,
  termsToCheck,
  unknownWords,
} from '../../search/prompt/prompt-problems.ts';
import { readPromptInSlices } from '../../search/prompt/read-prompt.ts';
import { frequentNeighbor } from '../../search/spelling/correct-spelling.ts';
import type { MonitorRecord, NewsStore } from '../../store/store.ts';
import { invalidField } from '../api-error.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';

/** Maximum number of words for which another spelling is looked for. */
const maxSuggestions = 3;

type Prompt = Pick<MonitorRecord, 'prompt' | 'execution'>;

/** The fields of a response that show how a prompt was read. */
export interface PromptReading {
  understood: string;
  prompt_warnings: string[];
}

/** @throws {ApiError} if a standard monitor could never find anything */
export async function assertUsable({ prompt, execution }: Prompt, work: WorkSlices): Promise<void> {
  const { words, sources } = parseMonitorPrompt(prompt);
  if (execution === 'agentic' || (sources.length > 0 && asksForEverything(words))) return;
  const error = promptError(await readPromptInSlices(words, work));
  if (error) throw invalidField('prompt', error);
}

export async function promptReading(
  { prompt, execution }: Prompt,
  news: NewsStore,
  work: WorkSlices,
): Promise<PromptReading> {
  const { words, sources } = parseMonitorPrompt(prompt);
  const feeds = describeFeeds(sources);
  const isOnlyFeeds = sources.length > 0 && asksForEverything(words);
  const searched = feeds && !isOnlyFeeds ? ` Searches the shared news and ${feeds}.` : '';
  if (execution === 'agentic') {
    const origin = isOnlyFeeds ? ` from ${feeds}` : '';
    const understood = `News that the agent chooses${origin} for the prompt.${searched}`;
    return { understood, prompt_warnings: [] };
  }
  if (isOnlyFeeds) return { understood: `Everything in ${feeds}.`, prompt_warnings: [] };
  await work.next();
  const condition = await readPromptInSlices(words, work);
  await work.next();
  const { items: size } = await news.totals();
  const statistics = { size, frequencies: await news.frequencies(termsToCheck(condition), work) };
  const suggestions = new Map<string, string>();
  for (const word of unknownWords(condition, statistics).slice(0, maxSuggestions)) {
    const other = await frequentNeighbor(news, word, condition.languages, work);
    if (other !== undefined) suggestions.set(word, other);
  }
  await work.next();
  return {
    understood: `${describePrompt(condition)}${searched}`,
    prompt_warnings: promptWarnings(condition, statistics, suggestions),
  };
}

/** Maximum number of feeds that a description names. */
const maxNamedFeeds = 3;

/** The feeds of a prompt, without secrets in their addresses; empty without feeds. */
function describeFeeds(sources: readonly string[]): string {
  if (sources.length === 0) return '';
  const named = sources.slice(0, maxNamedFeeds).map(redactLocation);
  const others = sources.length - named.length;
  const list = others > 0 ? [...named, `${others} more`] : named;
  const last = list.pop() ?? '';
  const names = list.length > 0 ? `${list.join(', ')} and ${last}` : last;
  return `the ${sources.length === 1 ? 'feed' : 'feeds'} ${names}`;
}
