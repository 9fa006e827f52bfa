import type { BulkConversionView, BulkFileView } from '@larkmere/contract/payments/bulk';
import { add, compare, type Money, readAmount, subtract, zero } from '@larkmere/money/money';

export type CurrencyTotal = BulkFileView['totals'][number];
export type PayingAccount = CurrencyTotal['accounts'][number] & Readonly<{ currency?: string }>;

const read = ({ currency }: CurrencyTotal, text: string | undefined): Money =>
  readAmount(currency, text ?? '') ?? zero(currency);

export const countNow = ({ count, scheduled }: CurrencyTotal): number => count - (scheduled?.count ?? 0);

/** Without the payments of later dates. */
export const amountNow = (total: CurrencyTotal): Money =>
  subtract(read(total, total.amount), read(total, total.scheduled?.amount));

/** Payments of later dates need their money on their date. */
export function hasShortfall(total: CurrencyTotal, { available }: Pick<PayingAccount, 'available'>): boolean {
  const fee = subtract(read(total, total.maxFee), read(total, total.scheduled?.maxFee));
  return compare(read(total, available), add(amountNow(total), fee)) < 0;
}

export type SendKind = 'approve' | 'approveLater' | 'approveBoth';

export function sendKindOf(totals: readonly CurrencyTotal[]): SendKind {
  const now = totals.some((total) => countNow(total) > 0);
  if (!totals.some(({ scheduled }) => scheduled)) return 'approve';
  return now ? 'approveBoth' : 'approveLater';
}

/** Own currency first, unless the file names the currency of another account. */
export function defaultAccount({
  accounts,
  exchangeAccounts,
  debitCurrency,
}: CurrencyTotal): PayingAccount | undefined {
  const named = exchangeAccounts.find(({ currency }) => currency === debitCurrency);
  return named ?? accounts[0] ?? exchangeAccounts[0];
}

/** What has to be in the account: at most that much leaves it if colleagues approve at another rate. */
export function isShortOfExchange(
  { exchange: { soldCurrency, maxDebit }, leaves }: Pick<BulkConversionView, 'exchange' | 'leaves'>,
  { available }: Pick<PayingAccount, 'available'>,
): boolean {
  const [has, needs] = [readAmount(soldCurrency, available), readAmount(soldCurrency, maxDebit ?? leaves.amount)];
  return has !== undefined && needs !== undefined && compare(has, needs) < 0;
}
