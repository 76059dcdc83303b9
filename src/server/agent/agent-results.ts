import * as z from 'zod/mini';
import { timestampField } from '../../contract/shared-fields.ts';
import { type JsonBounds, jsonExcess } from '../../node/json-bounds.ts';
import { AgentError } from './agent-error.ts';

const maxLength = (max: number) => z.maxLength(max, `must be at most ${max} characters`);
const maxItems = (max: number) => z.maxLength(max, `must have at most ${max} items`);

export const agentResultSchema = z.looseObject({
  title: z
    .string('must be text')
    .check(
      maxLength(1000),
      z.regex(/\S/, 'must not be empty'),
      z.trim(),
      z.describe('title, 1 to 1,000 characters'),
    ),
  summary: z.string('must be text').check(maxLength(20_000), z.describe('summary; may be empty')),
  links: z
    .array(
      z.looseObject({
        url: z.string('must be text').check(
          z.regex(/^[Hh][Tt][Tt][Pp][Ss]?:/, { error: 'must be an http(s) URL', abort: true }),
          z.refine((text) => URL.canParse(text), 'must be an http(s) URL'),
          maxLength(2000),
          z.describe('http(s) URL of the article'),
        ),
        source: z._default(
          z.nullable(
            z.string('must be text').check(maxLength(1000), z.describe('name of the source')),
          ),
          null,
        ),
      }),
      'must be a list',
    )
    .check(maxItems(50), z.describe('where the news was published; may be empty')),
  publication_date: z.optional(
    z.nullable(timestampField().check(z.describe('when it was published, in RFC 3339'))),
  ),
  id: z.optional(
    z.nullable(
      z.string('must be text').check(z.describe('id of the candidate that the result is based on')),
    ),
  ),
});
export type AgentResult = z.infer<typeof agentResultSchema>;

const outputSchema = z.looseObject(
  {
    results: z.array(agentResultSchema, 'must be a list').check(maxItems(100)),
  },
  'must be an object',
);

/**
 * Parses the output of an agent: a JSON object with `results`.
 *
 * @throws {AgentError} with the path of the first invalid field, but not its value; also if the
 *   output has too many levels or values
 */
export function parseAgentResults(output: Uint8Array): AgentResult[] {
  const parsed = outputSchema.safeParse(parseJson(output));
  if (parsed.success) return parsed.data.results;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') || 'the document';
  throw new AgentError(`returned invalid results: ${path}: ${issue?.message}`);
}

/** 100 results with 50 links each, and fields that are ignored. */
const bounds: JsonBounds = { maxDepth: 100, maxValues: 50_000 };

function parseJson(output: Uint8Array): unknown {
  const excess = jsonExcess(output, bounds);
  if (excess) throw new AgentError(`printed JSON that ${excess}`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
  } catch {
    throw new AgentError('printed invalid JSON');
  }
}
