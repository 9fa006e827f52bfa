import type { Currency } from '@larkmere/money/money';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { requirePayeeReference } from '../initiation/initiation.ts';
import type { Favourite } from './favourite.sql.ts';

/** Wallets pay to accounts in these currencies. */
export const payableCurrencies = ['GBP', 'EUR', 'THB'] as const;
type PayableCurrency = (typeof payableCurrencies)[number];
export const isPayableCurrency = (currency: Currency): currency is PayableCurrency =>
  payableCurrencies.some((each) => each === currency);

type Given = Readonly<{ amount: string | null; reference: string | null }>;

/** Refuses here what the payment would refuse later. Throws `amount_invalid`, `reference_invalid`. */
export function readFields(
  { amount, reference }: Given,
  { currency, target }: Pick<Favourite, 'currency' | 'target'>,
): Pick<Favourite, 'amountMinor' | 'reference'> {
  const isRailReference = reference !== null && target.kind === 'payee' && isPayableCurrency(currency);
  return {
    amountMinor: amount === null ? null : requirePositiveAmount(currency, amount).minor,
    reference: isRailReference ? requirePayeeReference(currency, reference) : reference,
  };
}
