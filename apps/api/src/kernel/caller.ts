import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './verb.ts';

export type CookieNames = Readonly<{
  bound: string;
  /** Browsers drop `__Host-` cookies over plain HTTP, except on localhost. */
  plain: string;
}>;
export const customerCookie: CookieNames = { bound: '__Host-larkmere', plain: 'larkmere' };
export const staffCookie: CookieNames = { bound: '__Host-larkmere-manage', plain: 'larkmere-manage' };

/** Only browsers send `Sec-Fetch-*`, and scripts can neither forge nor remove these headers. */
export function callerOf(request: FastifyRequest): Caller {
  const { headers, cookies } = request;
  const { onlyBoundCookies } = request.server;
  const find = (names: CookieNames): string | undefined => cookieIn(names, onlyBoundCookies, (name) => cookies[name]);
  return {
    ip: addressOf(request),
    browser: headers['sec-fetch-site'] !== undefined || headers.origin !== undefined,
    sameOrigin: /^(same-origin|none)$/.test(headers['sec-fetch-site'] ?? 'none'),
    trustworthy: isTrustworthyOrigin(request),
    cookie: find(customerCookie),
    token: tokenIn(headers.authorization),
    staffCookie: find(staffCookie),
    staffToken: tokenIn(headers.authorization_manage),
    ambiguous:
      headers['authorization-manage'] !== undefined ||
      (headers.authorization !== undefined && headers.authorization_manage !== undefined),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
  };
}

export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const plain = [ip, socket.remoteAddress ?? ''].map((address) => address.replace(/%.*/, ''));
  return plain.find((address) => isIP(address) !== 0) ?? '0.0.0.0';
}

const tokenIn = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header.replace(/^Bearer /i, '') : undefined;

const isTrustworthyOrigin = (request: FastifyRequest): boolean =>
  request.server.onlyBoundCookies ||
  request.protocol === 'https' ||
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(request.hostname);

export function cookieOf(header: string, onlyBoundCookies: boolean): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim().split('=', 2));
  return cookieIn(customerCookie, onlyBoundCookies, (name) => pairs.find(([key]) => key === name)?.[1]);
}

/** Another host of the same domain can set a plain cookie, so production ignores plain cookies. */
function cookieIn(
  { bound, plain }: CookieNames,
  onlyBoundCookies: boolean,
  find: (name: string) => string | undefined,
): string | undefined {
  return find(bound) ?? (onlyBoundCookies ? undefined : find(plain));
}
