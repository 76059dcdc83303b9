import { operations } from '../../../contract/operations.ts';
import {
  type GlobalFlags,
  remoteSettings,
  type SettingValue,
  settingValues,
} from '../../config/settings.ts';
import { callFailure } from '../../errors/failure.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { reportErrorResponse } from '../../output/report-error-response.ts';
import { createCliClient } from '../../run/cli-client.ts';
import { interruptible } from '../../run/interruption.ts';
import type { Shell } from '../../shell.ts';

/** Shows which API key is used and whether the service accepts it. */
export async function status(flags: GlobalFlags & DocumentFlags, shell: Shell): Promise<void> {
  const print = await openPrinter(flags, shell);
  const settings = await remoteSettings(flags, shell);
  const { base_url, api_key_file } = await settingValues(flags, shell.env);
  const client = createCliClient(settings, shell);
  try {
    const deadline = await shell.deadline();
    const { overview } = operations.account;
    const response = await interruptible(overview, shell, (signal) =>
      client.call(overview, {}, { signal, deadline }),
    );
    const { status, text } = response;
    const accepted = status < 400;
    // A person reads only the message.
    if (accepted || !shell.output.sharesTerminal) {
      const summary = {
        base_url: base_url[0],
        api_key_source: api_key_file[0]?.source,
        api_key_store: storeOf(api_key_file[0]),
        accepted,
      };
      // Inserted as text, so that the service's JSON stays exactly as it was sent.
      const details = accepted ? `"overview":${text}` : `"status":${status},"response":${text}`;
      await print(`${JSON.stringify(summary).slice(0, -1)},${details}}`);
    }
    if (accepted) return;
    const key = `the key is from ${api_key_file[0]?.source}`;
    await reportErrorResponse(response, shell, { details: [key] });
  } catch (error) {
    throw callFailure(error, operations.account.overview);
  } finally {
    await client.close();
  }
}

/** Where the key is stored. */
function storeOf(setting: SettingValue | undefined): string {
  if (setting?.savedKey) return setting.savedKey.store;
  if (setting?.source === 'SERVICE_API_KEY') return 'environment';
  return setting?.value === '-' ? 'stdin' : 'file';
}
