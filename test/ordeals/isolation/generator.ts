/** What a generator attacks. */
export interface HostileTarget {
  /** The origin of the server, without a trailing slash. */
  origin: string;
  /** The key of an account with a plan, which is not the account of the good clients. */
  key: string;
  /** The data folder of the server. */
  data: string;
}

/**
 * Loads a server in a hostile way, in a process of its own. Each file of `generators` exports one as
 * `generator`; to add one, add a file.
 */
export interface HostileGenerator {
  /** What it does: the first column of the table in `docs/isolation.md`. */
  name: string;
  /** Milliseconds within which every call of a good client must end (default: 3000). */
  maxLatency?: number;
  /** The address of the server's only DNS server (default: those of the system). */
  nameServer?: string;
  /**
   * Prepares the attack before the server starts (default: nothing).
   *
   * @returns additional arguments of `newswatch serve`
   */
  prepare?(): Promise<string[]>;
  /** Attacks until its process is killed. Refused requests are not errors. */
  attack(target: HostileTarget): Promise<void>;
}

/** The source of sockets that only wait: a server closes the oldest of these if an address has many. */
export const strangerAddress = '127.0.0.2';

/** Repeats an action forever, in several loops at a time. Errors are ignored. */
export async function repeat(
  loops: number,
  action: (round: number) => Promise<unknown>,
): Promise<void> {
  let round = 0;
  const loop = async () => {
    for (;;) {
      round += 1;
      await action(round).catch(() => new Promise((resolve) => setTimeout(resolve, 5)));
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
}

const bodyPaths = [
  '/api/v1/news/search',
  '/api/v1/monitors',
  '/mcp',
  '/oauth/register',
  '/oauth/token',
];

/** Sends each body to every surface, forever. */
export function sendEverywhere(target: HostileTarget, bodies: readonly string[]): Promise<void> {
  const requests = bodyPaths.flatMap((path) => bodies.map((body) => ({ path, body })));
  return repeat(8, async (round) => {
    const request = requests[round % requests.length];
    if (request) await send(target, request.path, request.body);
  });
}

/** Sends a request as the hostile account and reads the response. Resolves to its status and text. */
export async function send(
  { origin, key }: Pick<HostileTarget, 'origin' | 'key'>,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text() };
}
