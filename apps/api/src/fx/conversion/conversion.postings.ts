import type { AccountId, Posting } from '@larkmere/ledger/types';
import { isZero, money } from '@larkmere/money/money';
import type { Price } from './price.ts';

export type ConversionAccounts = Readonly<{
  from: AccountId;
  to: AccountId;
  positionSold: AccountId;
  positionBought: AccountId;
  feeIncome: AccountId;
  spreadIncome: AccountId;
  rounding: AccountId;
}>;

/** One ledger transfer in which each currency balances on its own. Rounding can be negative. */
export function conversionPostings({ sell, fee, buy, spread, rounding }: Price, way: ConversionAccounts): Posting[] {
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
