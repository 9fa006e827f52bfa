import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CountryResponse, Reader } from 'maxmind';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import type { Ctx, PublicActor } from '../../platform/requests/verb.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import { hasSignedInBefore, isKnownSecret } from './device.read.ts';
import { upsertDevice } from './device.sql.ts';

/** Of a person who has signed in before, on a device that they never used. */
export const newDeviceUsed = defineEvent<NewDeviceUsed>('device.new_device_used');
type NewDeviceUsed = Readonly<{
  userId: string;
  deviceId: string;
  device: string;
  country: string | null;
  at: string;
}>;

type SignIn = Readonly<{ userId: string; secret: string | undefined; ip: string; userAgent: string }>;

/**
 * The device of a sign-in that has succeeded, and the secret that it presents from now on. Secrets that we did not issue
 * are replaced, so nobody can choose the secret of another person's device. Call it before the session begins.
 */
export async function registerDevice(
  ctx: Ctx<PublicActor>,
  { userId, secret: presented, ip, userAgent }: SignIn,
): Promise<{ deviceId: string; secret: string }> {
  const { tx, now } = ctx;
  const secret = presented !== undefined && (await isKnownSecret(tx, presented)) ? presented : generateToken();
  const isFirst = !(await hasSignedInBefore(tx, userId));
  const [name, country] = [describeDevice(userAgent), findCountry(ip)];
  const kind = recogniseDevice(userAgent);
  const seen = { userId, secretHash: hashToken(secret), name, ...kind, country, isFirst };
  const { id: deviceId, isNew } = await upsertDevice(tx, seen);
  if (isNew && !isFirst) {
    const at = now.toISOString();
    await emit(ctx, newDeviceUsed, { userId, deviceId, device: name, country, at });
  }
  return { deviceId, secret };
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

type DeviceKind = Readonly<{ browser: string | null; platform: string | null }>;

/** Names come from these lists only: the header is the sender's own text. */
function recogniseDevice(userAgent: string): DeviceKind {
  const find = (known: typeof browsers): string | null =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: find(browsers), platform: find(systems) };
}

export function describeDevice(userAgent: string): string {
  const { browser, platform } = recogniseDevice(userAgent);
  if (browser && platform) return `${browser} on ${platform}`;
  return browser ?? platform ?? 'an unknown device';
}

type CountryRecord = Readonly<{ country_code?: string }> & CountryResponse;

const file = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
let database: Reader<CountryRecord> | undefined;

/** The country to which a network address is registered; null for private and unknown addresses. */
function findCountry(address: string): string | null {
  database ??= new Reader<CountryRecord>(readFileSync(fileURLToPath(file)));
  return database.get(address)?.country_code ?? null;
}
