import { parseBaseUrl } from '../../../client/base-url.ts';
import { buildRequest } from '../../../client/request.ts';
import type { Operation } from '../../../contract/operation.ts';
import { callFailure } from '../../errors/failure.ts';
import { printErrorResponse } from '../../output/print-response.ts';
import { createCliClient, withSettings } from '../../run/cli-client.ts';
import { interruptible } from '../../run/interruption.ts';
import { readCommandInput } from '../../run/read-command-input.ts';
import type { CallFlags } from '../../run/run-operation.ts';
import type { Shell } from '../../shell.ts';
import { openUrl } from './open-url.ts';

type Page = (body: unknown, baseUrl: string) => unknown;

/** The URL of the page by operation name. */
const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['news.get', (body) => memberOf(body, 'url')],
  ['account.overview', (body) => memberOf(memberOf(body, 'plan'), 'url')],
  ['profile.get', (_body, baseUrl) => `${baseUrl}/settings`],
]);

/** Runs an operation and opens the page of its response. An error response is printed. */
export async function openWebPage(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const input = await readCommandInput(operation, values, flags, shell);
  const request = buildRequest(operation, input);
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    try {
      const deadline = await shell.deadline();
      const response = await interruptible(operation, shell, (signal) =>
        client.send(request, operation, { signal, deadline }),
      );
      if (response.status >= 400) return await printErrorResponse(response, flags, shell);
      const page = pages.get(operation.name);
      await openUrl(page?.(response.body, parseBaseUrl(settings.baseUrl, settings)), shell);
    } catch (error) {
      throw callFailure(error, operation);
    } finally {
      await client.close();
    }
  });
}

function memberOf(value: unknown, name: string): unknown {
  return (Object(value) as Record<string, unknown>)[name];
}
