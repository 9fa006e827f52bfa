import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { AccountClass, Db } from './types.ts';

/** Either `debit` or `credit` is zero. `pending` is the effect of all open holds, credit positive. */
export type TrialBalanceLine = Readonly<{
  code: string;
  class: AccountClass;
  currency: Currency;
  debit: Money;
  credit: Money;
  pending: Money;
}>;

export async function trialBalance(db: Db): Promise<TrialBalanceLine[]> {
  const { rows } = await sql<Row>`
    select n.code, n.class, a.currency,
      greatest(a.debits_posted - a.credits_posted, 0) as debit,
      greatest(a.credits_posted - a.debits_posted, 0) as credit,
      a.credits_pending - a.debits_pending as pending
    from ledger.account a join ledger.account_name n on n.account_id = a.id
    order by a.currency, array_position(array['asset', 'liability', 'equity', 'income', 'expense'], n.class), n.code`.execute(
    db,
  );
  return rows.map(({ currency, debit, credit, pending, ...name }) => ({
    ...name,
    currency,
    debit: money(currency, debit),
    credit: money(currency, credit),
    pending: money(currency, pending),
  }));
}

type Row = { code: string; class: AccountClass; currency: Currency; debit: bigint; credit: bigint; pending: bigint };
