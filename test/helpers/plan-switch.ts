import type { RunningServer } from 'newswatch/server';
import { TestBrowser } from './test-browser.ts';

/** Signs in, and returns a function that switches the plan of the server's first account. */
export async function planSwitch(server: Pick<RunningServer, 'baseUrl' | 'settingsUrl'>) {
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  return async (state: 'on' | 'off') => {
    await browser.submit('/pricing', `/pricing/switch-${state}`);
  };
}
