import { expect, it } from 'vitest';
import { cacheFolder } from '../../../src/node/cache-folder.ts';

const home = () => '/home/alice';
const noHome = () => {
  throw new Error('ENOENT');
};

it.each<[NodeJS.Platform, Record<string, string>, () => string, string | undefined]>([
  ['linux', {}, home, '/home/alice/.cache/newswatch'],
  ['linux', { XDG_CACHE_HOME: '/cache' }, home, '/cache/newswatch'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, home, '/home/alice/.cache/newswatch'],
  ['linux', {}, noHome, undefined],
  ['linux', {}, () => '', undefined],
  ['darwin', {}, () => '/Users/alice', '/Users/alice/Library/Caches/newswatch'],
  [
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\alice\\AppData\\Local', XDG_CACHE_HOME: '/cache' },
    noHome,
    'C:\\Users\\alice\\AppData\\Local\\newswatch\\Cache',
  ],
  ['win32', {}, home, undefined],
])('the cache folder on %s with %j', (platform, env, homeOf, folder) => {
  expect(cacheFolder({ platform, env, home: homeOf })).toBe(folder);
});
