import * as z from 'zod/mini';
import { timestampField } from '../../contract/shared-fields.ts';
import { AgentFailure } from './agent-error.ts';

const text = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest));

const resultSchema = z.looseObject({
  title: text(1000),
  summary: z.string().check(z.maxLength(20_000)),
  links: z
    .array(
      z.looseObject({
        url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
        source: z._default(z.nullable(z.string().check(z.maxLength(1000))), null),
      }),
    )
    .check(z.maxLength(50)),
  publication_date: z.optional(z.nullable(timestampField())),
  /** Of the candidate that the result is about. */
  id: z.optional(z.nullable(z.string())),
});
export type AgentResult = z.infer<typeof resultSchema>;

const answerSchema = z.looseObject({ results: z.array(resultSchema).check(z.maxLength(100)) });

/**
 * Reads what a program printed: one JSON document with its results.
 *
 * @throws {AgentFailure} naming the first place that is wrong, without what stands there
 */
export function readAgentResults(output: Uint8Array): AgentResult[] {
  const answer = answerSchema.safeParse(parse(output));
  if (answer.success) return answer.data.results;
  const [issue] = answer.error.issues;
  const place = issue?.path.join('.') || 'the whole';
  throw new AgentFailure(`gave results that are not valid: ${place}: ${issue?.message}`);
}

function parse(output: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
  } catch {
    throw new AgentFailure('printed no JSON document');
  }
}
