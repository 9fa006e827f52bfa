import type { AccountId, Posting } from '@larkmere/ledger/types';
import { isZero, money } from '@larkmere/money/money';
import type { Price } from './fx.ts';

/** Where a conversion comes from and goes to, and the firm's own accounts on its way. */
export type Way = Readonly<{
  from: AccountId;
  to: AccountId;
  positionSold: AccountId;
  positionBought: AccountId;
  feeIncome: AccountId;
  spreadIncome: AccountId;
  rounding: AccountId;
}>;

/**
 * One transfer for the whole conversion. What is sold comes into our position; our position gives its worth at mid, in
 * three arrows: to the customer, to our spread, and what rounding left over, which may also be missing. Two currencies,
 * each balanced by itself.
 */
export function conversionPostings({ sell, fee, buy, spread, rounding }: Price, way: Way): Posting[] {
  const { from, to, positionSold, positionBought, feeIncome, spreadIncome } = way;
  const converted = money(sell.currency, sell.minor - fee.minor);
  return [
    { debit: from, credit: positionSold, amount: converted },
    { debit: positionBought, credit: to, amount: buy },
    ...(isZero(fee) ? [] : [{ debit: from, credit: feeIncome, amount: fee }]),
    ...(isZero(spread) ? [] : [{ debit: positionBought, credit: spreadIncome, amount: spread }]),
    ...(rounding.minor > 0n ? [{ debit: positionBought, credit: way.rounding, amount: rounding }] : []),
    ...(rounding.minor < 0n
      ? [{ debit: way.rounding, credit: positionBought, amount: money(rounding.currency, -rounding.minor) }]
      : []),
  ];
}
