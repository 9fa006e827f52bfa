import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { DeviceEffects } from './change-device.ts';

type DeviceRow = Readonly<{
  id: string;
  name: string;
  platform: string | null;
  browser: string | null;
  firstSeen: Date;
  lastSeen: Date;
  lastCountry: string | null;
  isTrusted: boolean;
  isConfirmed: boolean;
  openSessions: number;
}>;

/** The limits of a session are the caller's: this is the lowest module of the district. */
async function selectDevices(
  tx: Tx,
  userId: string,
  { idleSeconds, absoluteSeconds }: Readonly<{ idleSeconds: number; absoluteSeconds: number }>,
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, d.name, d.platform, d.browser, d.first_seen_at as first_seen,
      greatest(d.last_seen_at, max(s.last_seen_at)) as last_seen, d.last_country,
      d.trusted_at is not null as is_trusted, d.confirmed_at is not null as is_confirmed,
      (count(s.id) filter (where s.ended_at is null and s.last_seen_at > now() - ${idleSeconds} * interval '1 second'
        and s.created_at > now() - ${absoluteSeconds} * interval '1 second'))::int as open_sessions
    from device.device d left join session.session s on s.device_id = d.id
    where d.user_id = ${userId}
    group by d.id order by last_seen desc, d.id`.execute(tx);
  return rows;
}

/** Sign-ins from before devices were recorded do not count: their devices would all be new. */
export async function hasSignedInBefore(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from session.session where user_id = ${userId} and device_id is not null) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}

/** Whether any person has signed in with this secret, so that we issued it. */
export async function isKnownSecret(tx: Tx, secret: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from device.device where secret_hash = ${hashToken(secret)}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

async function selectIsTrusted(tx: Tx, userId: string, secret: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from device.device
      where user_id = ${userId} and secret_hash = ${hashToken(secret)} and trusted_at is not null) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}

export const listDevices =
  ({ sessionLimits }: DeviceEffects): Verb<typeof contract.device.list> =>
  async ({ tx, actor }) => {
    const devices = await selectDevices(tx, actor.userId, sessionLimits);
    return devices.map((device) => ({
      uid: device.id,
      name: device.name,
      platform: device.platform,
      browser: device.browser,
      firstSeen: device.firstSeen.toISOString(),
      lastSeen: device.lastSeen.toISOString(),
      lastCountry: device.lastCountry,
      current: device.id === actor.deviceId,
      trusted: device.isTrusted,
      isNew: !device.isConfirmed,
      openSessions: device.openSessions,
    }));
  };

/** Whether the secret that a sign-in presents is that of a device that this person trusts. */
export const isTrustedDevice = async (tx: Tx, userId: string, secret: string | undefined): Promise<boolean> =>
  secret !== undefined && (await selectIsTrusted(tx, userId, secret));
