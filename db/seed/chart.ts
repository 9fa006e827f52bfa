import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { houseAccount } from '../../apps/api/src/books/books.ts';
import type { Tx } from '../../apps/api/src/kernel/db.ts';

type InEach = Readonly<Record<string, AccountId>>;

export type Chart = Readonly<{
  safeguarding: InEach;
  position: InEach;
  opening: InEach;
  clearing: AccountId;
  feeIncome: AccountId;
  fxFee: InEach;
  fxSpread: InEach;
  fxRounding: InEach;
  dealer: string;
}>;

export const currencies: readonly Currency[] = ['GBP', 'EUR', 'THB', 'USD'];

export const safeguardingCode = (currency: Currency): string => `safeguarding:sandbox-bank:${currency}`;

export async function readChart(tx: Tx, dealer: string): Promise<Chart> {
  const inEach = async (codeOf: (currency: Currency) => string): Promise<InEach> => {
    const entries: [Currency, AccountId][] = [];
    for (const currency of currencies) entries.push([currency, await houseAccount(tx, codeOf(currency))]);
    return Object.fromEntries(entries);
  };
  return {
    safeguarding: await inEach(safeguardingCode),
    position: await inEach((currency) => `position:${currency}`),
    opening: await inEach((currency) => `opening-balance:${currency}`),
    clearing: await houseAccount(tx, 'clearing:faster-payments:GBP'),
    feeIncome: await houseAccount(tx, 'fee-income:payment:GBP'),
    fxFee: await inEach((currency) => `fee-income:fx:${currency}`),
    fxSpread: await inEach((currency) => `fx-spread:${currency}`),
    fxRounding: await inEach((currency) => `fx-rounding:${currency}`),
    dealer,
  };
}
