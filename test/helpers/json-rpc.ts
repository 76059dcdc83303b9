/** Posts a JSON-RPC message. The headers name the revision of MCP. */
export async function postRpc(
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const init = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url, { method: 'POST', headers: init, body });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

/** A tool call in the revisions of 2025. */
export function toolCall(name: string, input: Record<string, unknown> = {}) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
}
