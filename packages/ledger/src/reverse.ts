import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { NotReversible, TransferUnknown } from './errors.ts';
import { decide } from './transfer.ts';
import type { AccountId, Db, Operation, OperationId, Receipt, Transfer, Tx } from './types.ts';

export type Reversal = Readonly<{ reverses: OperationId } & Omit<Transfer, 'postings' | 'reverses'>>;

/**
 * Posts the same amounts in the opposite direction, last posting first. Throws TransferUnknown, NotReversible,
 * AlreadyReversed, and what `post` throws.
 */
export const reverse = async (tx: Tx, reversal: Reversal): Promise<Receipt> =>
  decide(tx, await reversalOf(tx, reversal));

export async function reversalOf(db: Db, reversal: Reversal): Promise<Operation> {
  const { rows } = await sql<Leg>`
    select t.kind, t.debit_account_id, t.credit_account_id, t.amount, a.currency,
      exists (select from ledger.reversal r where r.op_id = t.op_id) as is_reversal
    from ledger.transfer t join ledger.account a on a.id = t.debit_account_id
    where t.op_id = ${reversal.reverses} order by t.leg desc`.execute(db);
  const [first] = rows;
  if (!first) throw new TransferUnknown('transfer_unknown', reversal.id);
  if (first.isReversal || (first.kind !== 'post' && first.kind !== 'post_hold'))
    throw new NotReversible('not_reversible', reversal.id);
  const postings = rows.map((leg) => ({
    debit: leg.creditAccountId,
    credit: leg.debitAccountId,
    amount: money(leg.currency, leg.amount),
  }));
  return { kind: 'post', ...reversal, postings };
}

type Leg = {
  kind: Operation['kind'];
  debitAccountId: AccountId;
  creditAccountId: AccountId;
  amount: bigint;
  currency: Currency;
  isReversal: boolean;
};
