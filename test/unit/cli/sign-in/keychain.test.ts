import { expect, it } from 'vitest';
import { openKeychain } from '../../../../src/cli/sign-in/keychain.ts';
import type { KeychainReply } from '../../../../src/cli/sign-in/keychain-process.ts';

const never = new AbortController().signal;
const shell = { interruption: () => never };
const answering = (reply: KeychainReply) => async () => reply;

it.each([
  ['darwin', 'the macOS Keychain'],
  ['win32', 'the Windows Credential Manager'],
  ['linux', 'the Secret Service'],
  ['freebsd', 'the Secret Service'],
] as const)('on %s the keychain is %s', async (platform, name) => {
  const reply = { problem: 'User canceled the operation.\nmore', isMissing: false };
  const keychain = openKeychain(shell, undefined, answering(reply), platform);
  expect(keychain.name).toBe(name);
  await expect(keychain.get('a')).rejects.toMatchObject({
    code: 'keychain_failed',
    message: `${name} cannot be used: User canceled the operation.`,
    exitCode: 4,
  });
});

it('returns the key, whether it was deleted, or nothing', async () => {
  const keychain = (reply: KeychainReply) => openKeychain(shell, undefined, answering(reply));
  expect(await keychain({ key: 'nw_1' }).get('a')).toBe('nw_1');
  expect(await keychain({ key: null }).get('a')).toBeUndefined();
  expect(await keychain({ deleted: true }).delete('a')).toBe(true);
  expect(await keychain({ deleted: false }).delete('a')).toBe(false);
});

it('ends with the deadline, and with a signal', async () => {
  const silent = (_request: unknown, signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  await expect(openKeychain(shell, { remaining: 20 }, silent).get('a')).rejects.toMatchObject({
    code: 'keychain_failed',
    message: expect.stringMatching(/ does not respond within 0\.02 s$/),
  });
  const controller = new AbortController();
  const stopped = openKeychain({ interruption: () => controller.signal }, undefined, silent);
  setTimeout(() => controller.abort('SIGTERM'), 10);
  await expect(stopped.get('a')).rejects.toMatchObject({ code: 'interrupted', exitCode: 143 });
});
