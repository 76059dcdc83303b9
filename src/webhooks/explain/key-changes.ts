import { type Change, change } from './change.ts';

/** The keys that a sender may have derived from the right secret by mistake. */
export function keyChanges(secret: string): Change<string | Uint8Array>[] {
  const trimmed = secret.trim();
  const bare = trimmed.replace(/^whsec_/, '');
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/s, '$2');
  return [
    change('secret_white_space', 'without the white space around it', trimmed),
    change('secret_newline', 'with a newline (\\n) at the end', `${secret}\n`),
    change('secret_newline', 'with a newline (\\r\\n) at the end', `${secret}\r\n`),
    change('secret_quoted', 'without the quotes around it', unquoted),
    change('secret_quoted', 'with double quotes around it', `"${secret}"`),
    change(
      'secret_decoded',
      'decoded from base64, as in Standard Webhooks; the key of this service is the text itself',
      Buffer.from(bare, 'base64'),
    ),
    change('secret_decoded', 'decoded from hex', Buffer.from(bare, 'hex')),
    change('secret_prefix', 'without its prefix whsec_', bare),
    change('secret_prefix', 'with the prefix whsec_', `whsec_${bare}`),
  ].filter(({ value }) => value.length > 0 && value !== secret);
}
