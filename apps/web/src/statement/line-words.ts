import type { StatementLine } from '@larkmere/contract/statement';
import type { Money } from '../ui/money.ts';
import type { Transaction } from '../ui/TransactionList.tsx';

/** Who or what a line is about: the other side, and for a fee or an adjustment what it was for. */
export const titleOf = ({ counterparty, description }: Pick<StatementLine, 'counterparty' | 'description'>): string =>
  counterparty ?? description;

/** What kind of movement it was, with the words that the payer gave it. */
export const detailOf = ({ type, payeeReference }: Pick<StatementLine, 'type' | 'payeeReference'>): string =>
  payeeReference ? `${type} · ${payeeReference}` : type;

const kinds: Record<string, Transaction['kind']> = {
  Fee: 'fee',
  'Fee given back': 'fee',
  'Currency exchange': 'exchange',
  Transfer: 'exchange',
};

export const kindOf = ({ type, direction }: Pick<StatementLine, 'type' | 'direction'>): Transaction['kind'] =>
  kinds[type] ?? direction;

/** Whether there is no fee. */
export const isNothing = ({ amount }: Money): boolean => !/[1-9]/.test(amount);

/** A line as the list of the kit shows it. */
export const transactionOf = (line: StatementLine): Transaction => ({
  id: line.uid,
  at: new Date(line.bookedAt),
  title: titleOf(line),
  detail: detailOf(line),
  amount: { amount: line.amount, currency: line.currency },
  kind: kindOf(line),
});
