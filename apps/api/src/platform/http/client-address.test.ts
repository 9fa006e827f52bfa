import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, clientNetwork, parseTrustedProxies } from './client-address.ts';

describe('trusted proxies', () => {
  const isTrusted = parseTrustedProxies(['192.0.2.7', '198.51.100.0/24', 'loopback']);

  it.each(['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.200', '127.3.2.1', '::1'])('trusts %s', (address) =>
    expect(isTrusted(address)).toBe(true),
  );
  it.each(['192.0.2.8', '198.51.101.1', '2001:db8::1', 'unknown', ''])('does not trust %j', (address) =>
    expect(isTrusted(address)).toBe(false),
  );
  it('refuses an entry that is not an address', () =>
    expect(() => parseTrustedProxies(['my-proxy'])).toThrow('my-proxy'));

  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

  it('uses the forwarded address only from a trusted proxy', () => {
    expect(clientAddress(request('192.0.2.7', '203.0.113.5'), isTrusted)).toBe('203.0.113.5');
    expect(clientAddress(request('192.0.2.7', '10.0.0.1, 203.0.113.5, 198.51.100.3'), isTrusted)).toBe('203.0.113.5');
    expect(clientAddress(request('203.0.113.9', '203.0.113.5'), isTrusted)).toBe('203.0.113.9');
    expect(clientAddress(request('192.0.2.7'), isTrusted)).toBe('192.0.2.7');
  });
});

describe('network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, network) => expect(clientNetwork(address)).toBe(network));
});
