import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayeeView } from '@larkmere/contract/payee';
import type { Currency } from '@larkmere/money/money';
import { referenceRules } from '../payment/payment.tsx';

export const payableCurrencies = ['GBP', 'EUR', 'THB', 'USD'] as const;
export type PayableCurrency = (typeof payableCurrencies)[number];
export const isPayable = (code: string | undefined): code is PayableCurrency =>
  (payableCurrencies as readonly (string | undefined)[]).includes(code);

export type Crossing = Readonly<{
  account: Currency;
  payee: PayableCurrency;
  abroad: boolean;
  charges: boolean;
}>;

const isSwift = ({ type }: Pick<PayeeView, 'type'>): boolean => type === 'swt' || type === 'swiftatw';
const isAbroad = (payee: Pick<PayeeView, 'type'>): boolean => isSwift(payee) || payee.type === 'usd';

export const crossingOf = (payee: PayeeView | undefined, source: BankAccountView | undefined): Crossing => {
  const currency = isPayable(payee?.currency) ? payee.currency : 'GBP';
  const [abroad, charges] = payee ? [isAbroad(payee), isSwift(payee)] : [false, false];
  return { account: source?.currency ?? currency, payee: currency, abroad, charges };
};

export const isCross = ({ account, payee }: Crossing): boolean => account !== payee;

/** Domestic payees are paid from accounts in their currency, payees abroad from any account held with us. */
export const sourcesFor = (
  payee: PayeeView | undefined,
  accounts: BankAccountView[] | undefined,
): BankAccountView[] | undefined =>
  accounts
    ?.filter(({ status, features }) => status === 'active' && features.includes('standingorder'))
    .filter(({ currency, venderType }) =>
      payee && isAbroad(payee) ? venderType !== 'ifx' : currency === payee?.currency,
    )
    .toSorted((a, b) => Number(b.currency === payee?.currency) - Number(a.currency === payee?.currency));

export const fillersFor = (
  source: BankAccountView | undefined,
  accounts: BankAccountView[] | undefined,
): BankAccountView[] =>
  accounts?.filter(
    ({ status, bankholderid }) => status === 'active' && source && bankholderid !== source.bankholderid,
  ) ?? [];

export const referenceRuleOf = ({ payee, abroad }: Pick<Crossing, 'payee' | 'abroad'>) =>
  abroad || payee === 'USD' ? referenceRules.EUR : referenceRules[payee];
