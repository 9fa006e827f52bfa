import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

export type LimitRule = Readonly<{ per_payment_minor: bigint; per_day_minor: bigint }>;

export async function feeInForce(tx: Tx, rail: string, currency: string, tier: string): Promise<bigint> {
  const rule = await tx
    .selectFrom('payment.fee_rule')
    .select('fee_minor')
    .where('rail', '=', rail)
    .where('currency', '=', currency)
    .where('tier', '=', tier)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .executeTakeFirst();
  if (!rule) throw new Error(`no fee rule for ${rail} ${currency} ${tier}`);
  return rule.fee_minor;
}

export async function limitInForce(tx: Tx, rail: string, currency: string, tier: string): Promise<LimitRule> {
  const rule = await tx
    .selectFrom('payment.limit_rule')
    .select(['per_payment_minor', 'per_day_minor'])
    .where('rail', '=', rail)
    .where('currency', '=', currency)
    .where('tier', '=', tier)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .executeTakeFirst();
  if (!rule) throw new Error(`no limit rule for ${rail} ${currency} ${tier}`);
  return rule;
}

export async function serviceState(tx: Tx, key: string): Promise<{ is_on: boolean; message: string | null }> {
  const row = await tx
    .selectFrom('payment.service')
    .select(['is_on', 'message'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? { is_on: false, message: null }; // unreadable or unknown means off
}
