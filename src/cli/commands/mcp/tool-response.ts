import type { McpCallResult } from 'newswatch/mcp';
import { checkResponseBounds } from '../../../client/response-bounds.ts';
import { type ErrorCode, errorStatus } from '../../../contract/error-status.ts';
import { parseJsonObject } from './json-object.ts';

/**
 * Converts the result of a tool call to the response that the HTTP API gives to the same call. The
 * body is the MCP result itself unless that is a single text block with a JSON object.
 *
 * @throws {InvalidResponseError} if that object has too many levels or values
 */
export function toServiceResponse(result: McpCallResult) {
  if ('error' in result) return toResponse(errorStatus.invalid_request, result.error);
  const { content, isError } = result;
  const [block, ...others] = content as { type?: string; text?: string }[];
  const text = block?.type === 'text' && others.length === 0 ? (block.text ?? '') : '';
  checkResponseBounds(text, { status: 200 });
  const body = parseJsonObject(text);
  if (body) return { status: isError ? statusOf(body) : 200, text, body };
  return isError
    ? toResponse(errorStatus.invalid_request, { content, isError })
    : toResponse(200, { content });
}

function toResponse(status: number, body: object) {
  return { status, text: JSON.stringify(body), body };
}

function statusOf({ error }: Record<string, unknown>): number {
  return errorStatus[error as ErrorCode] ?? errorStatus.invalid_request;
}
