import { expect, test } from 'vitest';
import { addressOf } from './caller.ts';

test.each([
  ['192.0.2.7', '127.0.0.1', '192.0.2.7'],
  ['2001:db8::1', '127.0.0.1', '2001:db8::1'],
  ['fe80::1%eth0', '127.0.0.1', 'fe80::1'],
  ['1.1.1.1.1', '127.0.0.1', '127.0.0.1'],
  ['', '127.0.0.1', '127.0.0.1'],
  ['unknown', undefined, '0.0.0.0'],
])('the address of a client that is told as %j', (ip, remoteAddress, address) => {
  expect(addressOf({ ip, socket: { remoteAddress } } as never)).toBe(address);
});
