import { readFileSync } from 'node:fs';
import { z } from 'zod';

const ids = z.array(z.string());

const judgedPromptSchema = z.strictObject({
  id: z.string(),
  prompt: z.string(),
  language: z.string(),
  /** What the prompt asks for: a name, an event, a threshold, an exclusion, … */
  shape: z.string(),
  /** Ids of the items that the monitor must alert. */
  must: ids.min(1),
  /** Ids of items that it may alert: marginal, or the same news in another language. */
  may: ids.optional(),
  /** Ids of items that it must not alert: the near-misses that were read. */
  must_not: ids,
});

const storySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  language: z.string(),
});

const judgedSetSchema = z.strictObject({
  /** Prompts over the Reuters stories. */
  reuters: z.array(judgedPromptSchema),
  /** Prompts over the invented stories of all sets. */
  invented: z.array(judgedPromptSchema),
  stories: z.array(storySchema),
});

export type JudgedPrompt = z.infer<typeof judgedPromptSchema>;
export type JudgedSet = z.infer<typeof judgedSetSchema>;

export function readJudgedSet(name: string): JudgedSet {
  const path = new URL(`./${name}.json`, import.meta.url);
  return judgedSetSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
