import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useQuery } from '@tanstack/react-query';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSession } from '../../platform/session/session.ts';
import { chargeOf } from './deposit-amount.ts';
import { type CardPrice, topUpOptionsQuery } from './top-up.api.ts';

export type DepositMethod = 'card' | 'instant' | 'transfer';

export type Method = Readonly<{
  is: DepositMethod;
  isOff: boolean;
  isAbroad: boolean;
  currency: string;
  /** Undefined: free, or not known before there is an amount. */
  fee: string | undefined;
  price: CardPrice | undefined;
}>;

/** The methods of adding money to this account that the person may use. */
export function useMethods(account: BankAccountView, amount: string): Method[] {
  const { user } = useSession();
  const { currency, sortcode, features } = account;
  const { data } = useQuery({ ...topUpOptionsQuery, enabled: canInitiate(user, 'payment') });
  const price = data?.prices.find((each) => each.currency === currency);
  const method = (is: DepositMethod, over: Partial<Method> = {}): Method => ({
    is,
    isOff: false,
    isAbroad: currency !== 'GBP',
    currency,
    fee: undefined,
    price: undefined,
    ...over,
  });
  return [
    ...(price ? [method('card', { price, fee: chargeOf(amount, price)?.fee, isOff: !data?.available })] : []),
    ...(currency === 'GBP' && sortcode !== null && canInitiate(user, 'instant') ? [method('instant')] : []),
    ...(features.includes('receive') ? [method('transfer')] : []),
  ];
}
