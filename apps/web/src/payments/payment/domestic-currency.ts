import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { Filter } from '../../ui/filters.ts';

export const domesticCurrencies = ['GBP', 'EUR', 'THB'] as const;
export type DomesticCurrency = (typeof domesticCurrencies)[number];

export const isDomesticCurrency = (code: string): code is DomesticCurrency =>
  (domesticCurrencies as readonly string[]).includes(code);

export const domesticReferenceRules: Readonly<Record<DomesticCurrency, Readonly<{ longest: number; filter: Filter }>>> =
  {
    GBP: { longest: 18, filter: 'alnum-hyphen' },
    EUR: { longest: 140, filter: 'latin-plain' },
    THB: { longest: 35, filter: 'alnum-hyphen' },
  };

/** Accounts held with the partner use separate calls. */
export const domesticRouteOf = ({ venderType }: Pick<BankAccountView, 'venderType'>): 'direct' | 'ifx' =>
  venderType === 'ifx' ? 'ifx' : 'direct';
