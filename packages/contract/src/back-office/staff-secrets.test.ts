import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../contract.ts';
import type { Endpoint } from '../platform/endpoint.ts';

/** Names of texts that log in or confirm something. */
const secretName = /password|secret|token|code|pin$|otp|^uri$|link/i;

/** Secrets of the member of staff who asks, and codes of other kinds. */
const harmless: Readonly<Record<string, readonly RegExp[]>> = {
  token: [/^(GET|POST) \/v1\/manage\/login/],
  uri: [/^GET \/v1\/manage\/auth\/qrcode$/, /^POST \/v1\/manage\/second-factor\/totp\/begin$/],
  secret: [/^GET \/v1\/manage\/auth\/qrcode$/, /^POST \/v1\/manage\/second-factor\/totp\/begin$/],
  // Opens for the session of this member of staff alone, who cannot pay in it.
  link: [/ghostconnect|connect/i, /^GET \/v1\/manage\/dashboard$/],
  // Why something happened, as banks and rules name it.
  code: [/^(GET|POST) \/v1\/manage\/review\//, /^GET \/v1\/manage\/setting/],
};
/** Of customers, banks and addresses. */
const publicCodes = /^(memberCode|postCode|sortCode|bankCode|reasonCode|currencyCode|countryCode|errorCode|bicCode)$/i;

const endpoints = Object.values(contract).flatMap((group) => Object.values(group)) as Endpoint[];

type JsonSchema = Readonly<{ type?: string; enum?: unknown; format?: string; anyOf?: readonly JsonSchema[] }>;

const isText = ({ type, enum: values, format, anyOf }: JsonSchema): boolean =>
  anyOf?.some(isText) ?? (type === 'string' && values === undefined && format !== 'date-time');

function textsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const each of schema) textsIn(each, found);
  else if (schema !== null && typeof schema === 'object')
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties')
        for (const [name, each] of Object.entries(value as Record<string, JsonSchema>))
          if (isText(each)) found.add(name);
      textsIn(value, found);
    }
  return found;
}

it('no reply to staff has a secret that logs a customer in or confirms something for them', () => {
  const found = endpoints
    .filter(({ path }) => path.startsWith('/v1/manage'))
    .flatMap(({ method, path, reply }) => {
      if (!(reply instanceof z.ZodType)) return [];
      const schema = z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' });
      return [...textsIn(schema)]
        .filter((name) => secretName.test(name) && !publicCodes.test(name))
        .filter((name) => !harmless[name]?.some((call) => call.test(`${method} ${path}`)))
        .map((name) => `${method} ${path}: ${name}`);
    });
  expect(found).toEqual([]);
});
