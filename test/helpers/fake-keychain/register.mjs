// Replaces the library of the keychain; see keyring.mjs.
import { register } from 'node:module';

const hooks = `
  export async function resolve(name, context, next) {
    if (name !== '@napi-rs/keyring') return next(name, context);
    if (process.env.FAKE_KEYCHAIN_STATE === 'missing') return next('@napi-rs/absent', context);
    return { url: ${JSON.stringify(new URL('keyring.mjs', import.meta.url).href)}, shortCircuit: true };
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
