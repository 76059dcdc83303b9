import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from './listening.ts';

/** The body of a chat completions request. */
interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  stream: boolean;
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string };
}

/** A story as the model sees it. */
interface OfferedStory {
  id: string;
  title: string;
  text: string;
}

export interface ChatCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: ChatRequest;
  stories: OfferedStory[];
}

/** The response to a call: what the model writes, or a function that responds. */
export type ChatResponse = string | object | ((response: ServerResponse) => void);

/**
 * Starts a chat completions endpoint on a free port. It closes when the test ends.
 *
 * @param model called for each request, with the number of earlier ones
 */
export async function chatEndpoint(model: (call: ChatCall, index: number) => ChatResponse) {
  const calls: ChatCall[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as ChatRequest;
    const { url: path = '', headers } = request;
    const call = { path, headers, body, stories: storiesIn(body) };
    calls.push(call);
    const chosen = model(call, calls.length - 1);
    if (typeof chosen === 'function') return chosen(response);
    const content = typeof chosen === 'string' ? chosen : JSON.stringify(chosen);
    sendJson(response, 200, { choices: [{ message: { role: 'assistant', content } }] });
  });
  const origin = await listening(server);
  return { calls, origin, baseUrl: `${origin}/v1` };
}

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The verdict of a model that selects all stories. */
export const selectAll = ({ stories }: ChatCall) => ({
  results: stories.map(({ id, title }) => verdict(id, `About ${title}.`)),
});

export function verdict(id: string, summary = 'What happened.') {
  return { id, reason: 'It tells the event.', satisfies: true, summary };
}

function storiesIn({ messages }: ChatRequest): OfferedStory[] {
  return (messages[1]?.content ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{"id":'))
    .map((line) => JSON.parse(line) as OfferedStory);
}
