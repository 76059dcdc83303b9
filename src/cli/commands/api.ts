import { Argument, type Command } from 'commander';
import type { ServiceRequest } from '../../client/request.ts';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { type JsonBounds, jsonExcess } from '../../node/json-bounds.ts';
import { parseUrl } from '../../node/parse-url.ts';
import { exitCode, serviceExitCodes } from '../errors/exit-code.ts';
import { Failure, invalidInput } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import { dryRunOption, withReadOptions } from '../run/command-options.ts';
import { assertNotReadOnly } from '../run/read-only.ts';
import { readText } from '../run/read-source.ts';
import { type CallFlags, sendAndPrint } from '../run/run-operation.ts';
import { rejectSharedInput } from '../run/standard-input.ts';
import type { Shell } from '../shell.ts';

interface ApiFlags extends CallFlags {
  input?: string;
}

type Method = ServiceRequest['method'];

/** Bounds the time to parse a body, during which neither signals nor the timeout end the command. */
const bodyBounds: JsonBounds = { maxDepth: 10_000, maxValues: 100_000 };

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Declares `api`: sends a request to any path of the service, including paths without a command. */
export function declareApi(command: Command, shell: Shell): void {
  withManual(withReadOptions(command), {
    examples,
    exitCodes: [...serviceExitCodes, exitCode.read_only],
  })
    .addArgument(new Argument('<method>', 'HTTP method').choices(methods).argParser(parseMethod))
    .argument('<path>', 'path with its query string, starting with one slash')
    .description(
      'Send a request to any path of the service. The API key, retries, SERVICE_READ_ONLY and exit codes\nwork as in every command. GET counts as a read, every other method as a write.',
    )
    .option('--input <file>', 'file with the JSON body, sent unchanged; - is stdin')
    .addOption(dryRunOption())
    .action(async (method: Method, path: string, _flags, command: Command) => {
      const target = { method, path: parsePath(path) };
      await api(target, command.optsWithGlobals<ApiFlags>(), shell);
    });
}

const examples = [
  'api GET /api/v1/account/overview',
  "api GET '/api/v1/news/latest?limit=2' | jq -r '.items[].title'",
  'api POST /api/v1/news/search --input query.json',
];

async function api(target: ServiceRequest, flags: ApiFlags, shell: Shell): Promise<void> {
  const { input } = flags;
  const isRead = target.method === 'GET';
  if (!isRead && !flags.dryRun) assertNotReadOnly(`api ${target.method}`, shell);
  if (isRead && input !== undefined) {
    throw new Failure('conflicting_option', '--input cannot be used with GET, which has no body');
  }
  if (input === '-' && flags.apiKeyFile === '-') rejectSharedInput(['--api-key-file', '--input']);
  const request = input === undefined ? target : { ...target, body: await readJson(input, shell) };
  await sendAndPrint({ effect: isRead ? 'read' : 'change', request }, flags, shell);
}

function parseMethod(text: string): Method {
  const method = methods.find((name) => name === text.toUpperCase());
  if (method) return method;
  throw invalidInput(
    `<method> must be one of: ${methods.join(', ')} (got ${JSON.stringify(text)})${didYouMean(text.toUpperCase(), methods)}`,
  );
}

/** Parses the path as a URL and keeps only path and query, so that requests stay on the origin. */
function parsePath(text: string): string {
  const origin = 'https://service.invalid';
  const url = /^\/(?![/\\])/.test(text) && parseUrl(text, origin);
  if (url && url.origin === origin && url.hash === '') return url.pathname + url.search;
  throw invalidInput(
    `<path> must start with one slash and not be a full URL (got ${JSON.stringify(text.slice(0, 80))})`,
    'Write it as /api/v1/…; SERVICE_BASE_URL or --base-url sets the service',
  );
}

async function readJson(file: string, shell: Shell): Promise<string> {
  const name = `--input ${file}`;
  const text = await readText({ file, name }, shell);
  const excess = jsonExcess(text, bodyBounds);
  if (excess !== undefined) throw invalidInput(`${name} ${excess}`);
  try {
    JSON.parse(text);
  } catch {
    throw invalidInput(`${name} is not one valid JSON value`);
  }
  return text;
}
