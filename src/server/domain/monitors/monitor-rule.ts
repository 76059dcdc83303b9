import { anchorTerms } from '../../search/prompt/anchor-terms.ts';
import {
  type JudgedItem,
  looseRule,
  type PromptRule,
  promptRule,
} from '../../search/prompt/prompt-rule.ts';
import { type PromptCondition, readPrompt } from '../../search/prompt/read-prompt.ts';
import { termId } from '../../search/text/term-id.ts';
import type { MonitorRecord } from '../../store/store.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';

type Watching = Pick<MonitorRecord, 'prompt' | 'execution'>;

/** The ids of a monitor's anchor terms: an item without any of them does not match. */
export function monitorTerms(prompt: string): number[] {
  return [...new Set(anchorTerms(monitorCondition(prompt)).map(termId))];
}

/** Judges the shared news for a monitor. */
export function monitorRule({ prompt, execution }: Watching): PromptRule {
  const condition = monitorCondition(prompt);
  if (execution === 'standard') return promptRule(condition);
  const judge = looseRule(condition);
  const anchors = new Set(monitorTerms(prompt));
  return (item) => (hasAny(item, anchors) ? judge(item) : undefined);
}

/** Judges the items of a monitor's own feeds: all match if its prompt names no topic. */
export function sourceRule(monitor: Watching): PromptRule {
  return asksForEverything(parseMonitorPrompt(monitor.prompt).words)
    ? () => 1
    : monitorRule(monitor);
}

/** What a monitor finds in the shared news. */
function monitorCondition(prompt: string): PromptCondition {
  const { words, sources } = parseMonitorPrompt(prompt);
  // A prompt that only names feeds asks for nothing else.
  return readPrompt(sources.length > 0 && asksForEverything(words) ? '' : words);
}

function hasAny({ title, text }: JudgedItem, terms: ReadonlySet<number>): boolean {
  return title.some((term) => terms.has(term)) || text.some((term) => terms.has(term));
}
