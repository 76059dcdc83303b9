/** A guess at the key that signed, and how the given secret differs from it. */
export interface KeyChange {
  readonly code: string;
  readonly message: string;
  readonly key: string | Uint8Array;
}

/** Which keys people sign with by mistake, given the secret that they meant. */
export function keyChanges(secret: string): KeyChange[] {
  const bare = secret.trim().replace(/^whsec_/, '');
  const change = (code: string, message: string, key: string | Uint8Array): KeyChange => ({
    code,
    message,
    key,
  });
  return [
    change('secret_white_space', 'without the white space around it', secret.trim()),
    change('secret_newline', 'with a newline (\\n) at its end', `${secret}\n`),
    change('secret_newline', 'with a newline (\\r\\n) at its end', `${secret}\r\n`),
    change(
      'secret_quoted',
      'without the quotes around it',
      secret.trim().replace(/^(["'])(.*)\1$/s, '$2'),
    ),
    change('secret_quoted', 'with double quotes around it', `"${secret}"`),
    change(
      'secret_decoded',
      'decoded from base64, as in Standard Webhooks; this service’s key is the text itself',
      Buffer.from(bare, 'base64'),
    ),
    change('secret_decoded', 'decoded from hex', Buffer.from(bare, 'hex')),
    change('secret_prefix', 'without its prefix whsec_', bare),
    change('secret_prefix', 'with the prefix whsec_', `whsec_${bare}`),
  ].filter(({ key }) => key.length > 0 && key !== secret);
}
