/** Responses to bodies that hold no JSON-RPC request (JSON-RPC 2.0, section 5.1). */

export function parseError(reason: string): Response {
  return rpcError(-32700, `Parse error: ${reason}`);
}

export function invalidRequest(reason: string): Response {
  return rpcError(-32600, `Invalid Request: ${reason}`);
}

function rpcError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}
