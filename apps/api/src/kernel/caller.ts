import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './verb.ts';

export type CookieNames = Readonly<{
  /** `__Host-` binds the cookie to this host and to TLS; browsers count localhost as such. */
  bound: string;
  /** A demonstration reached over plain HTTP by another name than localhost could not keep a `__Host-` cookie. */
  plain: string;
}>;
export const customerCookie: CookieNames = { bound: '__Host-larkmere', plain: 'larkmere' };
export const staffCookie: CookieNames = { bound: '__Host-larkmere-manage', plain: 'larkmere-manage' };

/** What a request says of its sender. Only browsers send `Sec-Fetch-*`, and no script can forge or drop them there. */
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

/** A proxy may pass on anything as the address of its client; then the proxy's own stands for it. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const plain = [ip, socket.remoteAddress ?? ''].map((address) => address.replace(/%.*/, ''));
  return plain.find((address) => isIP(address) !== 0) ?? '0.0.0.0';
}

const tokenIn = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header.replace(/^Bearer /i, '') : undefined;

/** Whether a browser keeps `__Host-` cookies for this request's address. In production nothing less is offered. */
const isTrustworthyOrigin = (request: FastifyRequest): boolean =>
  request.server.onlyBoundCookies ||
  request.protocol === 'https' ||
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(request.hostname);

/** The session's cookie half out of a raw header: a socket's handshake has not passed through the server's parser. */
export function cookieOf(header: string, onlyBoundCookies: boolean): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim().split('=', 2));
  return cookieIn(customerCookie, onlyBoundCookies, (name) => pairs.find(([key]) => key === name)?.[1]);
}

/** Another host of the same domain can set a plain cookie: where every browser keeps bound ones, it is not looked at. */
function cookieIn(
  { bound, plain }: CookieNames,
  onlyBoundCookies: boolean,
  find: (name: string) => string | undefined,
): string | undefined {
  return find(bound) ?? (onlyBoundCookies ? undefined : find(plain));
}
