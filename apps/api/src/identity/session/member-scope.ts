import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { MemberScope } from '../../platform/requests/verb.ts';

export type MemberScopeRow = Readonly<{
  usableAccounts: readonly string[] | null;
  limitCurrency: Currency | null;
  perPaymentMinor: bigint | null;
  dailyMinor: bigint | null;
}>;

/** Of `customer.membership m`. */
export const memberScopeColumns = sql`m.accounts as usable_accounts, m.limit_currency,
  m.per_payment_minor, m.daily_minor`;

export const toMemberScope = (row: MemberScopeRow): MemberScope => ({
  accounts: row.usableAccounts && new Set(row.usableAccounts),
  limits: toMemberLimits(row),
});

function toMemberLimits({ limitCurrency, perPaymentMinor, dailyMinor }: MemberScopeRow): MemberScope['limits'] {
  if (limitCurrency === null || (perPaymentMinor === null && dailyMinor === null)) return null;
  return {
    currency: limitCurrency,
    perPayment: perPaymentMinor === null ? null : money(limitCurrency, perPaymentMinor),
    daily: dailyMinor === null ? null : money(limitCurrency, dailyMinor),
  };
}
