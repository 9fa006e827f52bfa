import type { UserChange, UserView } from '@larkmere/contract/customers/user';
import { type Currency, compare, isPositive } from '@larkmere/money/money';
import { readAmountText } from '@larkmere/money/parse-amount';

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

export type FormFaults = Readonly<{
  accounts?: 'accountsMissing';
  perPayment?: 'limitZero';
  daily?: 'limitZero' | 'dailyTooLow';
}>;

/** The server checks again, and what the reader may give. */
export function findFaults({ accounts, perPayment, daily, currency }: UserForm): FormFaults {
  const [most, mostDaily] = [readAmountText(perPayment, currency), readAmountText(daily, currency)];
  const isWrong = (text: string, read: typeof most) => text.trim() !== '' && (!read || !isPositive(read));
  const isTooLow = most && mostDaily && compare(mostDaily, most) < 0;
  return {
    ...(accounts?.length === 0 && { accounts: 'accountsMissing' as const }),
    ...(isWrong(perPayment, most) && { perPayment: 'limitZero' as const }),
    ...(isWrong(daily, mostDaily) ? { daily: 'limitZero' as const } : isTooLow && { daily: 'dailyTooLow' as const }),
  };
}

export type Changed = 'role' | 'accounts' | 'perPayment' | 'daily';

const parts = ['role', 'accounts', 'perPayment', 'daily'] as const;

export function changesBetween(before: UserForm, after: UserForm): Changed[] {
  const plain = (form: UserForm) => ({ ...form, accounts: form.accounts?.toSorted() });
  return parts.filter((part) => JSON.stringify(plain(before)[part]) !== JSON.stringify(plain(after)[part]));
}
