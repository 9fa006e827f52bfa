import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../requests/verb.ts';

export type CookieNames = Readonly<{
  hostPrefixed: string;
  /** Browsers drop `__Host-` cookies over plain HTTP, except on localhost. */
  plain: string;
}>;
export const customerCookie: CookieNames = { hostPrefixed: '__Host-larkmere', plain: 'larkmere' };
export const deviceCookie: CookieNames = { hostPrefixed: '__Host-larkmere-device', plain: 'larkmere-device' };
export const staffCookie: CookieNames = { hostPrefixed: '__Host-larkmere-manage', plain: 'larkmere-manage' };

/** Only browsers send `Sec-Fetch-*`, and scripts can neither forge nor remove these headers. */
export function readCaller(request: FastifyRequest): Caller {
  const { headers, cookies } = request;
  const { requiresHostCookies } = request.server;
  const find = (names: CookieNames): string | undefined =>
    findCookie(names, requiresHostCookies, (name) => cookies[name]);
  return {
    ip: resolveIpAddress(request),
    isBrowser: headers['sec-fetch-site'] !== undefined || headers.origin !== undefined,
    isSameOrigin: /^(same-origin|none)$/.test(headers['sec-fetch-site'] ?? 'none'),
    isSecureContext: isTrustworthyOrigin(request),
    cookie: find(customerCookie),
    token: parseBearerToken(headers.authorization),
    deviceCookie: find(deviceCookie),
    staffCookie: find(staffCookie),
    staffToken: parseBearerToken(headers.authorization_manage),
    isAmbiguous:
      headers['authorization-manage'] !== undefined ||
      (headers.authorization !== undefined && headers.authorization_manage !== undefined),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
  };
}

export function resolveIpAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const plain = [ip, socket.remoteAddress ?? ''].map((address) => address.replace(/%.*/, ''));
  return plain.find((address) => isIP(address) !== 0) ?? '0.0.0.0';
}

const parseBearerToken = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header.replace(/^Bearer /i, '') : undefined;

const isTrustworthyOrigin = (request: FastifyRequest): boolean =>
  request.server.requiresHostCookies ||
  request.protocol === 'https' ||
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(request.hostname);

export function readSessionCookie(header: string, onlyBoundCookies: boolean): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim().split('=', 2));
  return findCookie(customerCookie, onlyBoundCookies, (name) => pairs.find(([key]) => key === name)?.[1]);
}

/** Another host of the same domain can set a plain cookie, so production ignores plain cookies. */
function findCookie(
  { hostPrefixed, plain }: CookieNames,
  onlyBoundCookies: boolean,
  find: (name: string) => string | undefined,
): string | undefined {
  return find(hostPrefixed) ?? (onlyBoundCookies ? undefined : find(plain));
}
