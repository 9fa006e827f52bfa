import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { Purpose } from '@larkmere/contract/purpose';
import { type Currency, compare, formatAmount, isPositive, readAmount, subtract } from '@larkmere/money/money';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import type { Money } from '../../ui/money.ts';
import type { TransferRequest } from './conversion.api.ts';

/** Survives a reload of the tab, so it must never hold a PIN. */
export type TransferDraft = {
  /** Stays the same until the server gives a definite answer, so that a retry cannot move money twice. */
  idempotency: string;
  /** Empty: the first account, and the first other one. */
  source: string;
  target: string;
  side: 'sell' | 'buy';
  amount: string;
  sent?: TransferRequest | undefined;
};

export const newTransferDraft = (): TransferDraft => ({
  idempotency: newIdempotencyKey(),
  source: '',
  target: '',
  side: 'sell',
  amount: '',
});

type Account = Pick<BankAccountView, 'bankholderid' | 'currency' | 'status'>;

export function selectAccounts<A extends Account>(
  { source, target }: Pick<TransferDraft, 'source' | 'target'>,
  accounts: readonly A[],
): { usable: A[]; from: A | undefined; to: A | undefined } {
  const usable = accounts.filter(({ status }) => status === 'active');
  const from = usable.find(({ bankholderid }) => bankholderid === source) ?? usable[0];
  const others = usable.filter((account) => account !== from);
  return { usable, from, to: others.find(({ bankholderid }) => bankholderid === target) ?? others[0] };
}

export function checkAmount(typed: string, currency: Currency): 'missing' | 'wrong' | undefined {
  if (!typed.trim()) return 'missing';
  const amount = readAmount(currency, typed);
  return amount && isPositive(amount) ? undefined : 'wrong';
}

export function exceedsAvailable(debit: Money, available: Money): boolean {
  const read = ({ amount, currency }: Money) => readAmount(currency as Currency, amount);
  const [much, most] = [read(debit), read(available)];
  return much !== undefined && (most === undefined || compare(much, most) > 0);
}

/** The missing amount; the whole amount if the account is overdrawn. */
export function shortfallOf({ amount, currency }: Money, available: Money): string {
  const [needed, has] = [amount, available.amount].map((text) => readAmount(currency as Currency, text));
  return needed && has ? formatAmount(subtract(needed, has)) : amount;
}

type TransferAccounts = { from: Account; to: Account };

/** The worst-case amount that the PIN authorises when the exchange waits for approval. */
export const worstCaseTerms = ({ team }: QuoteView) => (team ? { worstCase: team.worstCase } : {});

export const conversionPurpose = (quote: QuoteView, { from, to }: TransferAccounts, idempotency: string): Purpose => ({
  operation: 'fx.convert',
  quoteId: quote.quoteId,
  sourceBankholderId: from.bankholderid,
  targetBankholderId: to.bankholderid,
  amount: quote.sellAmount.amount,
  currency: quote.sell,
  fee: quote.fee.amount,
  buyAmount: quote.buyAmount.amount,
  buyCurrency: quote.buy,
  ...worstCaseTerms(quote),
  paymentIdempotency: idempotency,
});

export const transferPurpose = (amount: string, { from, to }: TransferAccounts, idempotency: string): Purpose => ({
  operation: 'transfer.own',
  sourceBankholderId: from.bankholderid,
  targetBankholderId: to.bankholderid,
  amount,
  currency: from.currency,
  paymentIdempotency: idempotency,
});

export const isSameQuote = (before: QuoteView, after: QuoteView): boolean =>
  before.sellAmount.amount === after.sellAmount.amount && before.buyAmount.amount === after.buyAmount.amount;
