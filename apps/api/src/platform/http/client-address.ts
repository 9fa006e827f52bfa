import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type IsTrustedProxy = (address: string) => boolean;

const namedSubnets: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export function parseTrustedProxies(list: readonly string[]): IsTrustedProxy {
  const trusted = new BlockList();
  for (const entry of list.map((each) => each.trim()).flatMap((each) => namedSubnets[each] ?? [each])) {
    const [address = '', prefix] = entry.split('/');
    if (!isIPv4(address) && !isIPv6(address)) throw new Error(`TRUST_PROXY: "${entry}" is no address and no subnet.`);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, prefix === undefined ? prefixLengths[family] : Number(prefix), family);
  }
  return (address) => {
    const plain = stripIpv4Mapping(address);
    if (isIPv4(plain)) return trusted.check(plain, 'ipv4');
    return isIPv6(plain) && trusted.check(plain, 'ipv6');
  };
}

const prefixLengths = { ipv4: 32, ipv6: 128 } as const;

const stripIpv4Mapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export function clientAddress({ socket, headers }: IncomingMessage, isTrusted: IsTrustedProxy): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const chain = [socket.remoteAddress ?? '', ...forwarded.map((each) => each.trim()).toReversed()].filter(Boolean);
  return chain.find((address) => !isTrusted(address)) ?? chain.at(-1) ?? '';
}

/** The unit of rate limits: an IPv4 address, or the /64 network that one IPv6 client controls. */
export function clientNetwork(address: string): string {
  const plain = stripIpv4Mapping(address).split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const [first, last] = [splitGroups(head), splitGroups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

const splitGroups = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => group.replace(/^0+(?=.)/, ''));
