import { type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { safeguardingAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Payment } from './payment.ts';

/** What came back from the bank and was booked; undefined before. */
export async function selectReturnedAmount(
  tx: Tx,
  { id, currency }: Pick<Payment, 'id' | 'currency'>,
): Promise<Money | undefined> {
  const safeguarding = await safeguardingAccountId(tx, currency);
  const { rows } = await sql<{ amount: bigint }>`
    select t.amount from accounting.narrative n join ledger.transfer t on t.op_id = n.operation_id
    where n.payment_id = ${id} and n.kind = 'return' and t.debit_account_id = ${safeguarding}`.execute(tx);
  return rows[0] && money(currency, rows[0].amount);
}
