import type { McpCallResult } from 'newswatch/mcp';
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts';
import { parseJsonObject } from './json-object.ts';

/**
 * What a tool answered, as another command would have had it over HTTP. Anything but one JSON object
 * in one text is shown whole, as the protocol wraps it.
 */
export function toServiceResponse(answer: McpCallResult) {
  if ('error' in answer) return asAnswer(errorStatus.invalid_request, answer.error);
  const { content, isError } = answer;
  const [block, ...others] = content as { type?: string; text?: string }[];
  const text = block?.type === 'text' && others.length === 0 ? (block.text ?? '') : '';
  const body = parseJsonObject(text);
  if (body) return { status: isError ? statusOf(body) : 200, text, body };
  return isError
    ? asAnswer(errorStatus.invalid_request, { content, isError })
    : asAnswer(200, { content });
}

function asAnswer(status: number, body: object) {
  return { status, text: JSON.stringify(body), body };
}

function statusOf({ error }: Record<string, unknown>): number {
  return errorStatus[error as ErrorCode] ?? errorStatus.invalid_request;
}
