import { spawn } from 'node:child_process';
import { findProgram, programHost } from '../../../node/find-program.ts';
import { parseUrl } from '../../../node/parse-url.ts';
import { describeSystemError } from '../../../node/system-error.ts';
import { isCi } from '../../config/is-ci.ts';
import { Failure } from '../../errors/failure.ts';
import { splitCommand } from '../../run/split-command.ts';
import type { Shell } from '../../shell.ts';

/** Milliseconds in which a browser that cannot open the page is expected to fail. */
const startTime = 2000;

/** Variables that are not passed to the browser. */
const secretVariables =
  /^(SERVICE_API_KEY|SERVICE_WEBHOOK_SECRET|NEWSWATCH_SECRET_KEY|DATABASE_URL)$/;

/**
 * Prints a URL on stderr and opens it in the browser: `$BROWSER`, or that of the system. In CI and over
 * SSH there is no browser: unless `$BROWSER` is set, the URL is only printed.
 *
 * @throws {Failure} `no_page` if it is not an http or https URL, `no_browser` if it cannot be opened
 */
export async function openUrl(value: unknown, { env, output }: Pick<Shell, 'env' | 'output'>) {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const found = value === null || value === undefined ? '' : `: ${JSON.stringify(value)}`;
    throw new Failure(
      'no_page',
      `the response has no http or https URL to open${found}`.slice(0, 300),
    );
  }
  const { href } = url;
  const command = browserCommand(href, env);
  output.note(command ? `Opening ${href} in the browser` : href);
  if (command) await start(command, href, env);
}

/**
 * The program that opens a URL, and its arguments; `undefined` if nobody could see the page.
 *
 * @param env `BROWSER` is a command line without a shell; `%s` in it is the URL, otherwise its last argument
 */
export function browserCommand(
  url: string,
  env: Shell['env'],
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | undefined {
  const { BROWSER, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = env;
  if (BROWSER) {
    const [program, ...args] = splitCommand(BROWSER, platform) ?? [];
    if (program === undefined) throw new Failure('no_browser', 'BROWSER is not a command line');
    const filled = args.map((each) => each.replaceAll('%s', () => url));
    return [program, ...(BROWSER.includes('%s') ? filled : [...args, url])];
  }
  if (isCi(env) || (SSH_CONNECTION && !DISPLAY && !WAYLAND_DISPLAY)) return undefined;
  if (platform === 'darwin') return ['open', url];
  // Unlike `start`, it is not a command of the shell, which would interpret the URL.
  return platform === 'win32'
    ? ['rundll32', 'url.dll,FileProtocolHandler', url]
    : ['xdg-open', url];
}

async function start(
  [program, ...args]: readonly [string, ...string[]],
  url: string,
  env: Shell['env'],
): Promise<void> {
  const path = findProgram(program, programHost(env));
  const reason = path === undefined ? 'is not installed' : await problemOf(path, args, env);
  if (reason === undefined) return;
  throw new Failure('no_browser', `${program} ${reason}; open ${url} yourself`);
}

/** Starts a program that outlives this process. Resolves to `undefined` unless it fails at once. */
function problemOf(
  path: string,
  args: readonly string[],
  env: Shell['env'],
): Promise<string | undefined> {
  const visible = Object.entries(env).filter(([name]) => !secretVariables.test(name));
  return new Promise((resolve) => {
    const child = spawn(path, args, {
      detached: true,
      env: Object.fromEntries(visible),
      stdio: 'ignore',
    });
    const timer = setTimeout(() => resolve(undefined), startTime);
    child.on('error', (error) => resolve(`cannot be started: ${describeSystemError(error)}`));
    child.on('exit', (code) => resolve(code ? `exited with code ${code}` : undefined));
    child.on('close', () => clearTimeout(timer));
    child.unref();
  });
}
