import { expect, it } from 'vitest';
import { clientNetwork } from '../../../src/node/client-network.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:0DB8:01:2::9', '2001:db8:1:2::/64'],
  ['x'.repeat(50), 'x'.repeat(45)],
  [undefined, ''],
])('clients at %s are counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
