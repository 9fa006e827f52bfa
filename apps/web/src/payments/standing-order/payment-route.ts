import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { Currency } from '@larkmere/money/money';
import { domesticReferenceRules } from '../payment/payment.tsx';

export const payableCurrencies = ['GBP', 'EUR', 'THB', 'USD'] as const;
export type PayableCurrency = (typeof payableCurrencies)[number];
export const isPayableCurrency = (code: string | undefined): code is PayableCurrency =>
  (payableCurrencies as readonly (string | undefined)[]).includes(code);

export type PaymentRoute = Readonly<{
  accountCurrency: Currency;
  payeeCurrency: PayableCurrency;
  isInternational: boolean;
  hasIntermediaryCharges: boolean;
}>;

const isSwift = ({ type }: Pick<PayeeView, 'type'>): boolean => type === 'swt' || type === 'swiftatw';
const isPaidInternationally = (payee: Pick<PayeeView, 'type'>): boolean => isSwift(payee) || payee.type === 'usd';

export const paymentRouteOf = (payee: PayeeView | undefined, source: BankAccountView | undefined): PaymentRoute => {
  const currency = isPayableCurrency(payee?.currency) ? payee.currency : 'GBP';
  const [abroad, charges] = payee ? [isPaidInternationally(payee), isSwift(payee)] : [false, false];
  return {
    accountCurrency: source?.currency ?? currency,
    payeeCurrency: currency,
    isInternational: abroad,
    hasIntermediaryCharges: charges,
  };
};

export const isCrossCurrency = ({ accountCurrency, payeeCurrency }: PaymentRoute): boolean =>
  accountCurrency !== payeeCurrency;

/** Domestic payees are paid from accounts in their currency, payees abroad from any account held with us. */
export const sourceAccountsFor = (
  payee: PayeeView | undefined,
  accounts: BankAccountView[] | undefined,
): BankAccountView[] | undefined =>
  accounts
    ?.filter(({ status, features }) => status === 'active' && features.includes('standingorder'))
    .filter(({ currency, venderType }) =>
      payee && isPaidInternationally(payee) ? venderType !== 'ifx' : currency === payee?.currency,
    )
    .toSorted((a, b) => Number(b.currency === payee?.currency) - Number(a.currency === payee?.currency));

export const topUpAccountsFor = (
  source: BankAccountView | undefined,
  accounts: BankAccountView[] | undefined,
): BankAccountView[] =>
  accounts?.filter(
    ({ status, bankholderid }) => status === 'active' && source && bankholderid !== source.bankholderid,
  ) ?? [];

export const referenceRuleFor = ({
  payeeCurrency,
  isInternational,
}: Pick<PaymentRoute, 'payeeCurrency' | 'isInternational'>) =>
  isInternational || payeeCurrency === 'USD' ? domesticReferenceRules.EUR : domesticReferenceRules[payeeCurrency];
