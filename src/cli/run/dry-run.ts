import { parseBaseUrl } from '../../client/base-url.ts';
import type { ServiceRequest } from '../../client/request.ts';
import { type GlobalFlags, remoteSettings } from '../config/settings.ts';
import { formatResponse, type OutputFlags } from '../output/response-format.ts';
import type { Shell } from '../shell.ts';

/** The bundled server has a port only while it runs. */
const localOrigin = { baseUrl: 'http://localhost' };

/** Prints a request without sending it. The API key is redacted. */
export async function printRequest(
  { method, path, body }: ServiceRequest,
  flags: GlobalFlags & OutputFlags,
  shell: Shell,
): Promise<void> {
  const { baseUrl } = flags.local ? localOrigin : await remoteSettings(flags, shell);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const request = {
    method,
    url: parseBaseUrl(baseUrl) + path,
    headers: { authorization: 'Bearer ***', ...type },
    body: body === undefined ? null : JSON.parse(body),
  };
  shell.output.text(formatResponse(JSON.stringify({ dry_run: true, request }), flags));
}
