import type { StatementLine } from '@larkmere/contract/accounts/statement';
import type { Money } from '../../ui/money.ts';
import type { Transaction } from '../../ui/TransactionList.tsx';

export const lineTitleOf = ({
  counterparty,
  description,
}: Pick<StatementLine, 'counterparty' | 'description'>): string => counterparty ?? description;

export const lineDetailOf = ({ type, payeeReference }: Pick<StatementLine, 'type' | 'payeeReference'>): string =>
  payeeReference ? `${type} · ${payeeReference}` : type;

const kinds: Record<string, Transaction['kind']> = {
  Fee: 'fee',
  'Fee refunded': 'fee',
  'Currency exchange': 'exchange',
  Transfer: 'exchange',
};

export const lineKindOf = ({ type, direction }: Pick<StatementLine, 'type' | 'direction'>): Transaction['kind'] =>
  kinds[type] ?? direction;

export const isExchange = ({ exchange, paymentUid }: Pick<StatementLine, 'exchange' | 'paymentUid'>): boolean =>
  exchange !== null && paymentUid === null;

/** The side of an exchange that another account, or the payee, has. */
export const otherAmountOf = ({
  exchange,
  direction,
}: Pick<StatementLine, 'exchange' | 'direction'>): Money | undefined => {
  if (!exchange) return undefined;
  const { sold, bought } = exchange;
  return direction === 'out' ? bought : { amount: `-${sold.amount}`, currency: sold.currency };
};

export const isZero = ({ amount }: Money): boolean => !/[1-9]/.test(amount);

export const toTransaction = (line: StatementLine): Transaction => ({
  id: line.uid,
  at: new Date(line.bookedAt),
  title: lineTitleOf(line),
  detail: lineDetailOf(line),
  amount: { amount: line.amount, currency: line.currency },
  kind: lineKindOf(line),
});
