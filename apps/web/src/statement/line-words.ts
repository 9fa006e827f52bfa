import type { StatementLine } from '@larkmere/contract/statement';
import type { Money } from '../ui/money.ts';
import type { Transaction } from '../ui/TransactionList.tsx';

export const titleOf = ({ counterparty, description }: Pick<StatementLine, 'counterparty' | 'description'>): string =>
  counterparty ?? description;

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

export const isNothing = ({ amount }: Money): boolean => !/[1-9]/.test(amount);

export const transactionOf = (line: StatementLine): Transaction => ({
  id: line.uid,
  at: new Date(line.bookedAt),
  title: titleOf(line),
  detail: detailOf(line),
  amount: { amount: line.amount, currency: line.currency },
  kind: kindOf(line),
});
