import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { earnedIncome, newIncomeAccounts, returnedIncome } from './read-income.read.ts';

export async function registerIncomeAccounts(tx: Tx): Promise<void> {
  await sql`
    insert into introducer_partner.income_account (id, product, currency, read_until) ${newIncomeAccounts}
    on conflict (id) do nothing`.execute(tx);
}

export async function insertEarnings(tx: Tx, accountId: bigint, until: string): Promise<void> {
  await sql`
    insert into introducer_partner.earning
      (operation_id, leg, product, currency, partner_id, customer_id, booked_at, income_minor, share_bps)
    ${earnedIncome(accountId, until)}
    on conflict (operation_id, leg) do nothing`.execute(tx);
}

export async function insertTakenBack(tx: Tx, accountId: bigint, until: string): Promise<void> {
  await sql`
    insert into introducer_partner.earning (operation_id, leg, product, currency, partner_id, customer_id, booked_at, income_minor,
      share_bps, reverses_operation, reverses_leg)
    ${returnedIncome(accountId, until)}
    on conflict (operation_id, leg) do nothing`.execute(tx);
}

export async function markRead(tx: Tx, accountId: bigint, until: string): Promise<void> {
  await sql`update introducer_partner.income_account set read_until = ${until}::timestamptz where id = ${accountId}`.execute(
    tx,
  );
}
