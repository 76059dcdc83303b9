import type * as z from 'zod/mini';
import { counted } from './counted.ts';
import { understoodMonitorSchema } from './monitor.ts';
import { extendNoun } from './noun.ts';
import { textOrNull } from './output-fields.ts';
import { runErrorNotes, runSchema } from './run.ts';

/** The response to the creation of a monitor. */
export const createdMonitorSchema = () =>
  extendNoun(
    understoodMonitorSchema(),
    {
      name: 'CreatedMonitor',
      section: '4.3',
      description: 'a new monitor, and what it finds in the past',
    },
    {
      preview: runSchema(),
      ignored_prompt: textOrNull(
        'the end of the prompt, which is beyond the limits of a search; null: nothing is ignored',
      ),
    },
  );

/** Why the preview failed or is empty, and which part of the prompt is ignored. */
export function createdMonitorNotice({
  preview,
  ignored_prompt,
  prompt_warnings,
}: z.output<ReturnType<typeof createdMonitorSchema>>): string | undefined {
  const { results, filtered } = preview;
  const notes = [...prompt_warnings, ...runErrorNotes('the preview', preview)];
  if (ignored_prompt) {
    notes.push(
      `the prompt is too long: it is ignored from ${JSON.stringify(ignored_prompt.slice(0, 40))} on, its last ${counted(ignored_prompt.length, 'character')}`,
    );
  } else if (results.length === 0 && Object.keys(filtered).length > 0) {
    notes.push(`the alert filters dropped all results of the preview: ${filteredText(filtered)}`);
  }
  return notes.length > 0 ? notes.join('; ') : undefined;
}

function filteredText(filtered: Readonly<Record<string, number>>): string {
  return Object.entries(filtered)
    .map(([filter, count]) => `${filter} ${count}`)
    .join(', ');
}
