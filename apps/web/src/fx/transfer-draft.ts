import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { QuoteView } from '@larkmere/contract/fx';
import type { Purpose } from '@larkmere/contract/pin';
import { type Currency, compare, formatAmount, isPositive, readAmount, subtract } from '@larkmere/money/money';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import type { Money } from '../ui/money.ts';
import type { Order } from './fx.api.ts';

/** A transfer in the making, as it survives a reload of the tab. It never holds a PIN. */
export type TransferDraft = {
  /** Made with the form and kept until a definite answer, so that no repeat can move money twice. */
  idempotency: string;
  /** Empty for the first account, and for the first other one. */
  source: string;
  target: string;
  /** Which amount was typed; the other one follows from it. */
  side: 'sell' | 'buy';
  amount: string;
  /** Went out and was not answered yet. */
  sent?: Order | undefined;
};

export const freshDraft = (): TransferDraft => ({
  idempotency: newIdempotencyKey(),
  source: '',
  target: '',
  side: 'sell',
  amount: '',
});

type Account = Pick<BankAccountView, 'bankholderid' | 'currency' | 'status'>;

/** The two accounts of a draft among those that can move money: never one account twice. */
export function accountsFor<A extends Account>(
  { source, target }: Pick<TransferDraft, 'source' | 'target'>,
  accounts: readonly A[],
): { usable: A[]; from: A | undefined; to: A | undefined } {
  const usable = accounts.filter(({ status }) => status === 'active');
  const from = usable.find(({ bankholderid }) => bankholderid === source) ?? usable[0];
  const others = usable.filter((account) => account !== from);
  return { usable, from, to: others.find(({ bankholderid }) => bankholderid === target) ?? others[0] };
}

/** What is wrong with an amount by itself. */
export function amountFault(typed: string, currency: Currency): 'missing' | 'wrong' | undefined {
  if (!typed.trim()) return 'missing';
  const amount = readAmount(currency, typed);
  return amount && isPositive(amount) ? undefined : 'wrong';
}

/** Whether an amount is more than there is. */
export function isMore(wanted: Money, available: Money): boolean {
  const read = ({ amount, currency }: Money) => readAmount(currency as Currency, amount);
  const [much, most] = [read(wanted), read(available)];
  return much !== undefined && (most === undefined || compare(much, most) > 0);
}

/** What is missing to let so much leave; of an overdrawn account nothing can. */
export function missingOf({ amount, currency }: Money, available: Money): string {
  const [needed, has] = [amount, available.amount].map((text) => readAmount(currency as Currency, text));
  return needed && has ? formatAmount(subtract(needed, has)) : amount;
}

type Accounts = { from: Account; to: Account };

/** What is agreed to with it where colleagues exchange it at the rate of then. */
export const worstOf = ({ team }: QuoteView) => (team ? { worst: team.worst } : {});

/** What the PIN is asked for: exactly what the quote says, between exactly these accounts. */
export const conversionPurpose = (quote: QuoteView, { from, to }: Accounts, idempotency: string): Purpose => ({
  operation: 'fx.convert',
  quoteId: quote.quoteId,
  sourceBankholderId: from.bankholderid,
  targetBankholderId: to.bankholderid,
  amount: quote.sellAmount.amount,
  currency: quote.sell,
  fee: quote.fee.amount,
  buyAmount: quote.buyAmount.amount,
  buyCurrency: quote.buy,
  ...worstOf(quote),
  paymentIdempotency: idempotency,
});

/** The same for money moved in one currency. */
export const transferPurpose = (amount: string, { from, to }: Accounts, idempotency: string): Purpose => ({
  operation: 'transfer.own',
  sourceBankholderId: from.bankholderid,
  targetBankholderId: to.bankholderid,
  amount,
  currency: from.currency,
  paymentIdempotency: idempotency,
});

/** Whether a new quote says the same as the one before. */
export const isSame = (before: QuoteView, after: QuoteView): boolean =>
  before.sellAmount.amount === after.sellAmount.amount && before.buyAmount.amount === after.buyAmount.amount;
