import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { PayeeView } from '@larkmere/contract/payee';
import type { Currency } from '@larkmere/money/money';
import { referenceRules } from '../payment/payment.tsx';

/** Currencies in which a payee of a standing order can be paid. */
export const payableCurrencies = ['GBP', 'EUR', 'THB', 'USD'] as const;
export type PayableCurrency = (typeof payableCurrencies)[number];
export const isPayable = (code: string | undefined): code is PayableCurrency =>
  (payableCurrencies as readonly (string | undefined)[]).includes(code);

/** Between which currencies money goes, and how. */
export type Crossing = Readonly<{
  account: Currency;
  payee: PayableCurrency;
  abroad: boolean;
  /** Banks on the way may keep something. */
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

/** The accounts that can pay this payee: at home those of its currency, abroad any of ours. */
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

/** Accounts out of which what is missing can come: in the same currency, or exchanged. */
export const fillersFor = (
  source: BankAccountView | undefined,
  accounts: BankAccountView[] | undefined,
): BankAccountView[] =>
  accounts?.filter(
    ({ status, bankholderid }) => status === 'active' && source && bankholderid !== source.bankholderid,
  ) ?? [];

/** What the payee's words may be made of. */
export const referenceRuleOf = ({ payee, abroad }: Pick<Crossing, 'payee' | 'abroad'>) =>
  abroad || payee === 'USD' ? referenceRules.EUR : referenceRules[payee];
