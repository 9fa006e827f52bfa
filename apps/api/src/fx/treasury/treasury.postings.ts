import type { AccountId, Posting } from '@larkmere/ledger/types';
import { type Money, money } from '@larkmere/money/money';

type CoverAccounts = Readonly<Record<'positionSold' | 'bankSold' | 'positionBought' | 'bankBought', AccountId>>;

export const coverPostings = (sold: Money, bought: Money, way: CoverAccounts): Posting[] => [
  { debit: way.positionSold, credit: way.bankSold, amount: sold },
  { debit: way.bankBought, credit: way.positionBought, amount: bought },
];

export function revaluationPostings(change: Money, valuation: AccountId, gains: AccountId): Posting[] {
  if (change.minor === 0n) return [];
  const amount = money(change.currency, change.minor < 0n ? -change.minor : change.minor);
  return change.minor > 0n
    ? [{ debit: valuation, credit: gains, amount }]
    : [{ debit: gains, credit: valuation, amount }];
}
