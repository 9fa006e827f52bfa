import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { PriceNoticeNotice } from '../../platform/db/schema.gen.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { noticeRule } from './price-notice.settings.ts';

export type NoticeRow = Readonly<Selectable<PriceNoticeNotice>>;
export type Tier = PriceRise['tier'];

export const isDue: RawBuilder<boolean> = sql`(withdrawn_at is null and sent_at is null)
  or (withdrawn_at is not null and withdrawal_sent_at is null)`;

/** Of the tiers, the rule with the longest notice counts. */
export async function selectEarliest(
  tx: Tx,
  tiers: readonly Tier[],
): Promise<Readonly<{ at: Date; withApproval: Date }>> {
  const { rows } = await sql<{ at: Date; withApproval: Date }>`
    select max(now() + make_interval(months => r.notice_months)) as at,
      max(date_trunc('day', now() at time zone 'Europe/London' + make_interval(months => r.notice_months, days => r.approval_days + 1))
        at time zone 'Europe/London') as with_approval
    from unnest(${tiers}::text[]) as t (tier)
      cross join lateral (${inForce(noticeRule, { tier: sql.ref('t.tier') })}) r`.execute(tx);
  return rows[0] as { at: Date; withApproval: Date };
}

export async function insertNotice(
  tx: Tx,
  { id, takesEffectAt, rises }: Readonly<{ id: string; takesEffectAt: Date; rises: readonly PriceRise[] }>,
): Promise<void> {
  await sql`insert into price_notice.notice (id, takes_effect_at, rises)
    values (${id}, ${takesEffectAt}, ${JSON.stringify(rises)}::jsonb)`.execute(tx);
}

/** False if there is no notice of the change that has not been withdrawn. */
export async function markWithdrawn(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update price_notice.notice set withdrawn_at = now() where id = ${id} and withdrawn_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await sql`update price_notice.notice set sent_at = now() where id = ${id}`.execute(tx);
}

export async function markWithdrawalSent(tx: Tx, id: string): Promise<void> {
  await sql`update price_notice.notice set withdrawal_sent_at = now() where id = ${id}`.execute(tx);
}

/** Those who had not been informed yet. */
export async function insertRecipients(tx: Tx, id: string, customerIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into price_notice.recipient (notice_id, customer_id)
    select ${id}::uuid, unnest(${customerIds}::uuid[]) on conflict do nothing returning customer_id as id`.execute(tx);
  return rows.map((row) => row.id);
}

export async function markCorrected(tx: Tx, id: string, customerIds: readonly string[]): Promise<void> {
  await sql`update price_notice.recipient set withdrawn_at = now()
    where notice_id = ${id} and customer_id = any (${customerIds}::uuid[])`.execute(tx);
}

/** The first first. */
export async function selectComing(tx: Tx): Promise<readonly Pick<NoticeRow, 'takesEffectAt' | 'rises'>[]> {
  return await tx
    .selectFrom('price_notice.notice')
    .select(['takesEffectAt', 'rises'])
    .where('withdrawnAt', 'is', null)
    .where('takesEffectAt', '>', sql<Date>`now()`)
    .orderBy('takesEffectAt')
    .orderBy('id')
    .execute();
}
