import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useQuery } from '@tanstack/react-query';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSession } from '../../platform/session/session.ts';
import { chargeOf } from './deposit-amount.ts';
import { type CardPrice, topUpOptionsQuery } from './top-up.api.ts';

export type DepositWay = 'card' | 'instant' | 'transfer';

export type Way = Readonly<{
  is: DepositWay;
  isOff: boolean;
  isAbroad: boolean;
  currency: string;
  /** Undefined: free, or not known before there is an amount. */
  fee: string | undefined;
  price: CardPrice | undefined;
}>;

/** The ways to add money to this account that the person may use. */
export function useWays(account: BankAccountView, amount: string): Way[] {
  const { user } = useSession();
  const { currency, sortcode, features } = account;
  const { data } = useQuery({ ...topUpOptionsQuery, enabled: canInitiate(user, 'payment') });
  const price = data?.prices.find((each) => each.currency === currency);
  const way = (is: DepositWay, over: Partial<Way> = {}): Way => ({
    is,
    isOff: false,
    isAbroad: currency !== 'GBP',
    currency,
    fee: undefined,
    price: undefined,
    ...over,
  });
  return [
    ...(price ? [way('card', { price, fee: chargeOf(amount, price)?.fee, isOff: !data?.available })] : []),
    ...(currency === 'GBP' && sortcode !== null && canInitiate(user, 'instant') ? [way('instant')] : []),
    ...(features.includes('receive') ? [way('transfer')] : []),
  ];
}
