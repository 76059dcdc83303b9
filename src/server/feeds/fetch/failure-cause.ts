/** What went wrong, by the codes of Node's system errors and of its fetch. */
const WORDS: Readonly<Record<string, string>> = {
  ADDRESS_REJECTED: 'its address is not public',
  EACCES: 'no permission',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection broke',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'no way leads to its host',
  EISDIR: 'it is a directory',
  ENETUNREACH: 'no way leads to its network',
  ENOENT: 'there is no such file',
  ENOTFOUND: 'no host has its name',
  ETIMEDOUT: 'its host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'its host does not answer',
  UND_ERR_SOCKET: 'the connection broke',
};

/** Why a file or an address could not be read: `nothing listens there, ECONNREFUSED`. */
export function failureCause(error: unknown): string {
  // fetch hides what happened in the cause of a TypeError that says "fetch failed".
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return cause instanceof Error ? cause.message : String(cause);
  const words = WORDS[code];
  return words === undefined ? code : `${words}, ${code}`;
}
