import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { strengthOf } from '../../../../../helpers/prompt-strength.ts';

/** Invented stories, each `title | text`, that a prompt must match and must not match. */
interface NewsroomPrompt {
  prompt: string;
  matches: string[];
  misses: string[];
}

const prompts = JSON.parse(
  readFileSync(new URL('./stories.json', import.meta.url), 'utf8'),
) as NewsroomPrompt[];

/** The prompts with an even index were used to tune the reader, the others were not. */
const halves = [
  { half: 'tuning', remainder: 0, minShare: 0.85 },
  { half: 'untouched', remainder: 1, minShare: 0.85 },
];

function isMatched(prompt: string, story: string): boolean {
  const [title = '', text = ''] = story.split(' | ');
  return strengthOf(prompt, title, text) !== undefined;
}

describe('prompts of a newsroom', () => {
  it.each(halves)(
    '$half half: matches what it must and nothing else',
    ({ half, remainder, minShare }) => {
      const chosen = prompts.filter((_, index) => index % 2 === remainder);
      const judged = chosen.flatMap(({ prompt, matches, misses }) => [
        ...matches.map((story) => ({ prompt, story, isWanted: true })),
        ...misses.map((story) => ({ prompt, story, isWanted: false })),
      ]);
      const wrong = judged.filter(
        ({ prompt, story, isWanted }) => isMatched(prompt, story) !== isWanted,
      );
      const missed = wrong.filter(({ isWanted }) => isWanted).length;
      process.stdout.write(
        `${half}: ${judged.length - wrong.length} of ${judged.length} right, ${missed} missed, ${wrong.length - missed} false\n`,
      );
      if (process.env['NEWSROOM_DETAILS'] === half) {
        for (const { prompt, story, isWanted } of wrong) {
          process.stdout.write(
            `  ${isWanted ? 'missed' : 'false'}: ${prompt} <- ${story.slice(0, 60)}\n`,
          );
        }
      }
      expect(1 - wrong.length / judged.length).toBeGreaterThanOrEqual(minShare);
    },
  );
});
