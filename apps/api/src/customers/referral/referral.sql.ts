import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type {
  ReferralAppeal,
  ReferralExchange,
  ReferralOffer,
  ReferralReferral,
  ReferralReward,
} from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { referralOffer } from './referral.settings.ts';
import type { Referral } from './referral.ts';

export type Offer = Omit<Selectable<ReferralOffer>, 'effectiveFrom' | 'changeId'>;
export type Appeal = Readonly<Selectable<ReferralAppeal>>;

const londonToday = sql<string>`(now() at time zone 'Europe/London')::date`;

/** The campaign for friends who register today. */
export async function selectOffer(tx: Tx): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select * from (${allInForce(referralOffer)}) as offer
    where ends is null or ends >= ${londonToday} order by effective_from desc, code limit 1`.execute(tx);
  return rows[0];
}

const referrals = (tx: Tx) => tx.selectFrom('referral.referral').selectAll();

export const insertReferral = (tx: Tx, referral: Insertable<ReferralReferral>): Promise<Referral | undefined> =>
  tx
    .insertInto('referral.referral')
    .values(referral)
    .onConflict((conflict) => conflict.column('customerId').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Lets one of several concurrent triggers through. */
export const lockReferral = (tx: Tx, id: string): Promise<Referral | undefined> =>
  referrals(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function findReferralOfFriend(tx: Tx, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('referral.referral')
    .select('id')
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row?.id;
}

/** The newest first. */
export const selectReferralsOf = (tx: Tx, referrerId: string): Promise<Referral[]> =>
  referrals(tx).where('referrerId', '=', referrerId).orderBy('registeredAt', 'desc').orderBy('id').execute();

export const updateReferral = (tx: Tx, id: string, change: Updateable<ReferralReferral>): Promise<Referral> =>
  tx.updateTable('referral.referral').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function countRegisteredToday(tx: Tx, referrerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from referral.referral
    where referrer_id = ${referrerId} and registered_at > now() - interval '24 hours'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Rewards of the campaign that were paid, and those that wait for an account. */
export async function countRewards(tx: Tx, { referrerId, offerCode }: Referral): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from referral.referral
    where referrer_id = ${referrerId} and offer_code = ${offerCode} and state in ('reward_due', 'paid')`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function insertExchanges(tx: Tx, exchanges: readonly Insertable<ReferralExchange>[]): Promise<void> {
  if (exchanges.length === 0) return;
  await tx
    .insertInto('referral.exchange')
    .values([...exchanges])
    .onConflict((conflict) => conflict.column('conversionId').doNothing())
    .execute();
}

/** What each friend exchanged until the day named, in minor units of the offer. */
export async function sumExchanges(tx: Tx, referralIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: string; minor: bigint }>`
    select referral_id as id, sum(value_minor)::bigint as minor from referral.exchange
    where referral_id = any(${referralIds}::uuid[]) group by referral_id`.execute(tx);
  return new Map(rows.map(({ id, minor }) => [id, minor]));
}

/** Throws if this friend’s reward was paid before: the key of the table allows one. */
export async function insertReward(tx: Tx, reward: Insertable<ReferralReward>): Promise<void> {
  await tx.insertInto('referral.reward').values(reward).execute();
}

export const insertAppeal = (tx: Tx, appeal: Insertable<ReferralAppeal>): Promise<Appeal | undefined> =>
  tx
    .insertInto('referral.appeal')
    .values(appeal)
    .onConflict((conflict) => conflict.column('referralId').doNothing())
    .returningAll()
    .executeTakeFirst();

export const lockAppeal = (tx: Tx, id: string): Promise<Appeal | undefined> =>
  tx.selectFrom('referral.appeal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function selectAppeals(tx: Tx, referralIds: readonly string[]): Promise<ReadonlyMap<string, Appeal>> {
  const rows = await tx
    .selectFrom('referral.appeal')
    .selectAll()
    .where('referralId', '=', sql<string>`any(${referralIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.referralId, row]));
}

export async function updateAppeal(tx: Tx, id: string, change: Updateable<ReferralAppeal>): Promise<void> {
  await tx.updateTable('referral.appeal').set(change).where('id', '=', id).execute();
}

export async function eraseAppealsOf(tx: Tx, referrerId: string): Promise<void> {
  await sql`
    update referral.appeal set text = null where text is not null
      and referral_id in (select id from referral.referral where referrer_id = ${referrerId})`.execute(tx);
}

/** Who invited whom and what was paid stays, as the books do. */
export const eraseReferrals: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent !== 'partly') await eraseAppealsOf(tx, customerId);
};
