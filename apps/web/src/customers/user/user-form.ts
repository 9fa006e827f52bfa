import type { UserChange, UserView } from '@larkmere/contract/customers/user';
import { type Currency, compare } from '@larkmere/money/money';
import { findAmountFault, readAmountText } from '@larkmere/money/parse-amount';

type Rights = Pick<UserChange, 'role' | 'accounts' | 'limits'>;

/** Limits are text as typed; blank means none. */
export type UserForm = Readonly<{
  role: UserChange['role'];
  accounts: readonly string[] | null;
  perPayment: string;
  daily: string;
  currency: Currency;
}>;

export const newForm: UserForm = { role: 'viewer', accounts: null, perPayment: '', daily: '', currency: 'GBP' };

export const toForm = ({ role, accounts, limits }: Pick<UserView, 'role' | 'accounts' | 'limits'>): UserForm => ({
  role,
  accounts,
  perPayment: limits.perPayment ?? '',
  daily: limits.daily ?? '',
  currency: limits.currency,
});

export const toRights = ({ role, accounts, perPayment, daily, currency }: UserForm): Rights => ({
  role,
  accounts: accounts && [...accounts],
  limits: { perPayment: perPayment.trim() || null, daily: daily.trim() || null, currency },
});

type LimitFault = 'limitZero' | 'limitUnclear' | 'limitWrong';

export type FormFaults = Readonly<{
  accounts?: 'accountsMissing';
  perPayment?: LimitFault;
  daily?: LimitFault | 'dailyTooLow';
}>;

/** The server checks again, and what the reader may give. */
export function findFaults({ accounts, perPayment, daily, currency }: UserForm): FormFaults {
  const [most, mostDaily] = [readAmountText(perPayment, currency), readAmountText(daily, currency)];
  const [ofPayment, ofDay] = [limitFault(perPayment, currency), limitFault(daily, currency)];
  const isTooLow = most && mostDaily && compare(mostDaily, most) < 0;
  return {
    ...(accounts?.length === 0 && { accounts: 'accountsMissing' as const }),
    ...(ofPayment && { perPayment: ofPayment }),
    ...(ofDay ? { daily: ofDay } : isTooLow && { daily: 'dailyTooLow' as const }),
  };
}

function limitFault(text: string, currency: Currency): LimitFault | undefined {
  const fault = text.trim() === '' ? undefined : findAmountFault(text, currency, 'refused');
  if (!fault) return undefined;
  if (fault.key === 'ambiguous') return 'limitUnclear';
  return fault.key === 'zero' ? 'limitZero' : 'limitWrong';
}

export type Changed = 'role' | 'accounts' | 'perPayment' | 'daily';

const parts = ['role', 'accounts', 'perPayment', 'daily'] as const;

export function changesBetween(before: UserForm, after: UserForm): Changed[] {
  const plain = (form: UserForm) => ({ ...form, accounts: form.accounts?.toSorted() });
  return parts.filter((part) => JSON.stringify(plain(before)[part]) !== JSON.stringify(plain(after)[part]));
}
