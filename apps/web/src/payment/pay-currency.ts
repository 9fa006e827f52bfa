import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { Filter } from '../ui/filters.ts';

export const payCurrencies = ['GBP', 'EUR', 'THB'] as const;
export type PayCurrency = (typeof payCurrencies)[number];

export const isPayCurrency = (code: string): code is PayCurrency => (payCurrencies as readonly string[]).includes(code);

export const references: Readonly<Record<PayCurrency, Readonly<{ longest: number; filter: Filter }>>> = {
  GBP: { longest: 18, filter: 'alnum-hyphen' },
  EUR: { longest: 140, filter: 'latin-plain' },
  THB: { longest: 35, filter: 'alnum-hyphen' },
};

/** Accounts held with the partner use separate calls. */
export const routeOf = ({ venderType }: Pick<BankAccountView, 'venderType'>): 'direct' | 'ifx' =>
  venderType === 'ifx' ? 'ifx' : 'direct';
