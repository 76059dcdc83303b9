import { describe, expect, it } from 'vitest';
import { browserCommand } from '../../../../../src/cli/commands/web/open-url.ts';

const url = 'https://news.example.com/a?b=1&c=%22';

describe('the command that opens a page', () => {
  it.each([
    ['linux', ['xdg-open', url]],
    ['darwin', ['open', url]],
    ['win32', ['rundll32', 'url.dll,FileProtocolHandler', url]],
  ] as const)('is that of the system on %s', (platform, command) => {
    expect(browserCommand(url, {}, platform)).toEqual(command);
  });

  it.each([
    ['firefox', ['firefox', url]],
    ["'/opt/my browser' --new-window", ['/opt/my browser', '--new-window', url]],
    ['w3m -o url=%s -s', ['w3m', '-o', `url=${url}`, '-s']],
  ])('is BROWSER, such as %s, also in CI', (BROWSER, command) => {
    expect(browserCommand(url, { BROWSER, CI: '1' }, 'linux')).toEqual(command);
  });

  it('does not exist in CI and over SSH without a display', () => {
    expect(browserCommand(url, { CI: 'true' }, 'linux')).toBeUndefined();
    expect(browserCommand(url, { CI: 'false' }, 'linux')).toEqual(['xdg-open', url]);
    expect(browserCommand(url, { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' })).toBeUndefined();
    const forwarded = { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22', DISPLAY: ':10' };
    expect(browserCommand(url, forwarded, 'linux')).toEqual(['xdg-open', url]);
  });

  it('is rejected if BROWSER has an open quote', () => {
    expect(() => browserCommand(url, { BROWSER: "'firefox" })).toThrow('not a command line');
  });
});
