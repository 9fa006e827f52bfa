import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';

export const challengeSeconds = 300;

export const challengeExpiry = sql<Date>`now() + ${challengeSeconds} * interval '1 second'`;

/** Whose passkeys: those of customers' people and of staff are in tables of the same columns, each in its own schema. */
export type PasskeyOwner = Readonly<{ schema: 'second_factor' | 'staff'; column: 'userId' | 'memberId'; id: string }>;

export type Passkey = Readonly<{
  id: string;
  credentialId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
  isBackedUp: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}>;

const passkeyColumns = sql`id, credential_id, public_key, counter, transports,
  is_backed_up, name, created_at, last_used_at`;

const passkeysOf = ({ schema }: PasskeyOwner): RawBuilder<unknown> => sql`${sql.table(`${schema}.passkey`)}`;
const challengesOf = ({ schema }: PasskeyOwner): RawBuilder<unknown> => sql`${sql.table(`${schema}.challenge`)}`;
const isOwn = ({ column, id }: PasskeyOwner): RawBuilder<unknown> => sql`${sql.ref(column)} = ${id}`;

export async function selectPasskeys(tx: Tx, owner: PasskeyOwner): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`select ${passkeyColumns} from ${passkeysOf(owner)}
    where ${isOwn(owner)} order by created_at, id`.execute(tx);
  return rows;
}

export async function findPasskey(tx: Tx, owner: PasskeyOwner, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`select ${passkeyColumns} from ${passkeysOf(owner)}
    where ${isOwn(owner)} and credential_id = ${credentialId}`.execute(tx);
  return rows[0];
}

type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;

/** False if this or another owner already has this credential. */
export async function insertPasskey(tx: Tx, owner: PasskeyOwner, passkey: NewPasskey): Promise<boolean> {
  const { id, credentialId, publicKey, counter, transports, isBackedUp, name } = passkey;
  const { rows } = await sql`
    insert into ${passkeysOf(owner)}
      (id, ${sql.ref(owner.column)}, credential_id, public_key, counter, transports, is_backed_up, name)
    values (${id}, ${owner.id}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${isBackedUp}, ${name})
    on conflict (credential_id) do nothing returning id`.execute(tx);
  return rows.length === 1;
}

export async function updatePasskeyName(
  tx: Tx,
  owner: PasskeyOwner,
  { id, name }: Readonly<{ id: string; name: string }>,
): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`update ${passkeysOf(owner)} set name = ${name}
    where id = ${id} and ${isOwn(owner)} returning ${passkeyColumns}`.execute(tx);
  return rows[0];
}

type PasskeyUse = Readonly<{ id: string; counter: bigint; isBackedUp: boolean }>;

/** False if the passkey is gone or its counter has moved on meanwhile. Passkeys that do not count always say zero. */
export async function recordPasskeyUse(
  tx: Tx,
  owner: PasskeyOwner,
  { id, counter, isBackedUp }: PasskeyUse,
): Promise<boolean> {
  const { rows } = await sql`
    update ${passkeysOf(owner)} set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = now()
    where id = ${id} and ${isOwn(owner)}
      and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning id`.execute(tx);
  return rows.length === 1;
}

/** Whether something was removed. */
export async function deletePasskey(tx: Tx, owner: PasskeyOwner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from ${passkeysOf(owner)} where id = ${id} and ${isOwn(owner)} returning id`.execute(tx);
  return rows.length === 1;
}

/** Whom a challenge is for, and for what. */
export type ChallengeBinding = Readonly<{ owner: PasskeyOwner; purposeHash: Buffer }> &
  (Readonly<{ sessionId: string; loginAttemptId: null }> | Readonly<{ sessionId: null; loginAttemptId: string }>);

export async function insertChallenge(tx: Tx, challenge: string, binding: ChallengeBinding): Promise<Date> {
  const { owner, sessionId, loginAttemptId, purposeHash } = binding;
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into ${challengesOf(owner)}
      (challenge, ${sql.ref(owner.column)}, session_id, login_attempt_id, purpose_hash, expires_at)
    values (${challenge}, ${owner.id}, ${sessionId}, ${loginAttemptId}, ${purposeHash}, ${challengeExpiry})
    returning expires_at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the challenge was not stored');
  return row.expiresAt;
}

/** Uses the challenge up, whatever the answer is worth. False if it is another's, for something else, used or expired. */
export async function takeChallenge(tx: Tx, challenge: string, binding: ChallengeBinding): Promise<boolean> {
  const { rows } = await sql`
    update ${challengesOf(binding.owner)} set used_at = now()
    where challenge = ${challenge} and ${isOwn(binding.owner)} and purpose_hash = ${binding.purposeHash}
      and session_id is not distinct from ${binding.sessionId}::uuid
      and login_attempt_id is not distinct from ${binding.loginAttemptId}::uuid
      and used_at is null and expires_at > now()
    returning challenge`.execute(tx);
  return rows.length === 1;
}

export async function countOpenChallenges(tx: Tx, owner: PasskeyOwner): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${challengesOf(owner)} where ${isOwn(owner)} and expires_at > now()`.execute(tx);
  return rows[0]?.n ?? 0;
}

export const toPasskeyView = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  uid: id,
  name,
  isBackedUp,
  addedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
