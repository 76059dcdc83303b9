import { type PromptCondition, readPrompt } from '../../search/prompt/read-prompt.ts';
import { asksForEverything, parseMonitorPrompt } from './monitor-prompt.ts';

/** What a monitor finds in the shared news. */
export function monitorCondition(prompt: string): PromptCondition {
  const { words, sources } = parseMonitorPrompt(prompt);
  // A prompt that only names feeds is only about their items.
  return readPrompt(sources.length > 0 && asksForEverything(words) ? '' : words);
}
