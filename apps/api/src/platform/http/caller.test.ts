import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readCaller, readSessionCookie, resolveIpAddress } from './caller.ts';
import { openServer } from './server.ts';

test.each([
  ['192.0.2.7', '127.0.0.1', '192.0.2.7'],
  ['2001:db8::1', '127.0.0.1', '2001:db8::1'],
  ['fe80::1%eth0', '127.0.0.1', 'fe80::1'],
  ['1.1.1.1.1', '127.0.0.1', '127.0.0.1'],
  ['', '127.0.0.1', '127.0.0.1'],
  ['unknown', undefined, '0.0.0.0'],
])('resolves the client address %j', (ip, remoteAddress, address) => {
  expect(resolveIpAddress({ ip, socket: { remoteAddress } } as never)).toBe(address);
});

test.each([
  [true, undefined],
  [false, 'plain half'],
])('reads a plain cookie in production (%s) as %j', async (onlyBoundCookies, expected) => {
  const app = await openServer({
    log: pino({ level: 'silent' }),
    maxInFlight: 5,
    trustedProxies: [],
    requiresHostCookies: onlyBoundCookies,
  });
  app.get('/cookie', (request) => {
    const { cookie = null, staffCookie = null } = readCaller(request);
    return { cookies: [cookie, staffCookie] };
  });
  const ask = async (cookie: string) => (await app.inject({ url: '/cookie', headers: { cookie } })).json().cookies;
  const [wanted = null] = [expected];
  expect(await ask('larkmere=plain half; larkmere-manage=plain half')).toEqual([wanted, wanted]);
  expect(await ask('__Host-larkmere=bound half; larkmere=plain half')).toEqual(['bound half', null]);
  expect(readSessionCookie('larkmere=plain half', onlyBoundCookies)).toBe(expected);
  expect(readSessionCookie('larkmere=plain half; __Host-larkmere=bound half', onlyBoundCookies)).toBe('bound half');
  await app.close();
});
