import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import {
  firmAccountId,
  safeguardingAccountId,
} from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';

type AccountByCurrency = Readonly<Record<string, AccountId>>;

export type FirmAccounts = Readonly<{
  safeguarding: AccountByCurrency;
  position: AccountByCurrency;
  opening: AccountByCurrency;
  clearing: AccountId;
  feeIncome: AccountId;
  fxFee: AccountByCurrency;
  fxSpread: AccountByCurrency;
  fxRounding: AccountByCurrency;
  referralCost: AccountByCurrency;
  dealer: string;
}>;

export const currencies: readonly Currency[] = ['GBP', 'EUR', 'THB', 'USD'];

export async function readFirmAccounts(tx: Tx, dealer: string): Promise<FirmAccounts> {
  const forEach = async (find: (currency: Currency) => Promise<AccountId>): Promise<AccountByCurrency> => {
    const entries: [Currency, AccountId][] = [];
    for (const currency of currencies) entries.push([currency, await find(currency)]);
    return Object.fromEntries(entries);
  };
  const inEach = (codeOf: (currency: Currency) => string) => forEach((currency) => firmAccountId(tx, codeOf(currency)));
  return {
    safeguarding: await forEach((currency) => safeguardingAccountId(tx, currency)),
    position: await inEach((currency) => `position:${currency}`),
    opening: await inEach((currency) => `opening-balance:${currency}`),
    clearing: await firmAccountId(tx, 'clearing:faster-payments:GBP'),
    feeIncome: await firmAccountId(tx, 'fee-income:payment:GBP'),
    fxFee: await inEach((currency) => `fee-income:fx:${currency}`),
    fxSpread: await inEach((currency) => `fx-spread:${currency}`),
    fxRounding: await inEach((currency) => `fx-rounding:${currency}`),
    referralCost: await inEach((currency) => `referral-cost:${currency}`),
    dealer,
  };
}
