/**
 * The accounts of the firm in the ledger, and the only way to book money.
 * A booking posts or holds all that a transaction moves at once, with a narrative for customers.
 * Accounts of customers are opened by their own modules.
 */

import { randomBytes } from 'node:crypto';
import type { MovementKind } from '@larkmere/contract/accounts/statement';
import { refusalFor } from '@larkmere/ledger/errors';
import { findAccount, openAccount } from '@larkmere/ledger/open-account';
import { postOperations } from '@larkmere/ledger/operations';
import type { AccountClass, AccountId, Operation, OperationId, Outcome, Receipt } from '@larkmere/ledger/types';
import { type Currency, currencies } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { flushWhenAllWaiting } from '../../platform/batching/batch-context.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { present, zip } from '../../platform/values/values.ts';
import {
  findPartnerBank,
  insertNarrative,
  insertNarratives,
  type NarrativeEntry,
  selectReceivingCode,
} from './chart-of-accounts.sql.ts';

export type FirmAccount = Readonly<{
  code: string;
  class: AccountClass;
  currency: Currency;
  raisedBy: string;
  loweredBy: string;
}>;

const forEachCurrency = (build: (currency: Currency) => FirmAccount): FirmAccount[] => currencies.map(build);

const rails: readonly (readonly [rail: string, currency: Currency])[] = [
  ['faster-payments', 'GBP'],
  ['sepa-credit-transfer', 'EUR'],
  ['sepa-instant', 'EUR'],
  ['promptpay', 'THB'],
  ['bahtnet', 'THB'],
  ['fedwire', 'USD'],
  ...currencies.map((currency) => ['local', currency] as const),
  ...currencies.map((currency) => ['swift', currency] as const),
];

const ownAccounts: readonly FirmAccount[] = [
  ...rails.map(
    ([rail, currency]): FirmAccount => ({
      code: `clearing:${rail}:${currency}`,
      class: 'liability',
      currency,
      raisedBy: 'a payment leaves a customer and is owed to the rail',
      loweredBy: 'the rail settled it, or it came back to the customer',
    }),
  ),
  ...forEachCurrency((currency) => ({
    code: `clearing:card:${currency}`,
    class: 'liability',
    currency,
    raisedBy: 'a payment with one of our cards was cleared and is owed to the issuer processor',
    loweredBy: 'the issuer processor took it from our account, or a merchant refunds',
  })),
  ...forEachCurrency((currency) => ({
    code: `fee-income:payment:${currency}`,
    class: 'income',
    currency,
    raisedBy: 'a customer pays the fee of a payment',
    loweredBy: 'the fee of a payment that came back is given back',
  })),
  ...forEachCurrency((currency) => ({
    code: `card-processor:${currency}`,
    class: 'asset',
    currency,
    raisedBy: 'a customer adds money by card, and the processor owes it to us',
    loweredBy: 'the processor pays out, or a card gets its money back by refund or chargeback',
  })),
  ...forEachCurrency((currency) => ({
    code: `fee-income:card:${currency}`,
    class: 'income',
    currency,
    raisedBy: 'a card pays the fee of adding money, or a customer that of a card that we issue',
    loweredBy: 'the card gets its money back by refund or chargeback, or no card was issued',
  })),
  ...forEachCurrency((currency) => ({
    code: `fee-income:card-fx:${currency}`,
    class: 'income',
    currency,
    raisedBy: 'a payment with one of our cards is in another currency than its account',
    loweredBy: 'a refund of the payment gives the fee back',
  })),
  ...forEachCurrency((currency) => ({
    code: `card-shortfall:${currency}`,
    class: 'asset',
    currency,
    raisedBy: 'a card gets its money back or one of our cards has paid, and the account has less than that',
    loweredBy: 'money that arrives for the customer pays it',
  })),
  ...forEachCurrency((currency) => ({
    code: `suspense:${currency}`,
    class: 'liability',
    currency,
    raisedBy: 'money arrives whose owner is not known',
    loweredBy: 'the owner is found, or the money goes back',
  })),
  ...forEachCurrency((currency) => ({
    code: `position:${currency}`,
    class: 'asset',
    currency,
    raisedBy: 'customers exchange into this currency, which the firm then has to buy',
    loweredBy: 'customers exchange out of this currency, or the firm buys it',
  })),
  ...forEachCurrency((currency) => ({
    code: `fee-income:fx:${currency}`,
    class: 'income',
    currency,
    raisedBy: 'a customer pays the fee of an exchange out of this currency',
    loweredBy: 'a correction gives it back',
  })),
  ...forEachCurrency((currency) => ({
    code: `fx-spread:${currency}`,
    class: 'income',
    currency,
    raisedBy: 'a customer buys this currency below its mid rate',
    loweredBy: 'a correction gives it back',
  })),
  ...forEachCurrency((currency) => ({
    code: `fx-rounding:${currency}`,
    class: 'income',
    currency,
    raisedBy: 'what a customer bought was rounded down to a whole minor unit',
    loweredBy: 'margin and worth at mid were rounded further apart than that',
  })),
  {
    code: 'position-valuation:GBP',
    class: 'asset',
    currency: 'GBP',
    raisedBy: 'at the end of a day all positions together are worth more pounds than the day before',
    loweredBy: 'at the end of a day they are worth less',
  },
  {
    code: 'fx-revaluation:GBP',
    class: 'income',
    currency: 'GBP',
    raisedBy: 'positions gained in value, or cover was bought below the rate they were built at',
    loweredBy: 'positions lost in value, or cover cost more than that',
  },
  ...forEachCurrency((currency) => ({
    code: `compensation:${currency}`,
    class: 'expense',
    currency,
    raisedBy: 'the firm bears what the delay of a payment cost its payer',
    loweredBy: 'a correction takes it back',
  })),
  ...forEachCurrency((currency) => ({
    code: `referral-cost:${currency}`,
    class: 'expense',
    currency,
    raisedBy: 'the firm rewards a customer for a friend who joined',
    loweredBy: 'a correction takes it back',
  })),
  ...forEachCurrency((currency) => ({
    code: `introducer-cost:${currency}`,
    class: 'expense',
    currency,
    raisedBy: 'the firm pays an introducer partner a share of what it earned',
    loweredBy: 'a correction takes it back',
  })),
  ...forEachCurrency((currency) => ({
    code: `opening-balance:${currency}`,
    class: 'equity',
    currency,
    raisedBy: 'the firm’s own money is put in when the books are opened',
    loweredBy: 'the firm takes its own money out',
  })),
];

export const firmAccounts = (partnerBank: string): FirmAccount[] => [
  ...forEachCurrency((currency) => ({
    code: `safeguarding:${partnerBank}:${currency}`,
    class: 'asset',
    currency,
    raisedBy: 'money of customers arrives at the bank',
    loweredBy: 'the bank pays money out for customers',
  })),
  ...ownAccounts,
];

export async function openFirmAccounts(tx: Tx): Promise<void> {
  // Our books record what already happened at the bank: an account that could refuse a posting would only delay the
  // record.
  await pipeline(
    ...firmAccounts(await findPartnerBank(tx)).map(({ code, class: kind, currency }) =>
      openAccount(tx, { code, class: kind, currency, mayOverdraw: true }),
    ),
  );
}

const accountIds = new Map<string, AccountId>();

/**
 * Returns the ledger account of a code. Cached for the process, because the account of a code never changes. Throws for
 * an unknown code.
 */
export async function firmAccountId(tx: Tx, code: string): Promise<AccountId> {
  const before = accountIds.get(code);
  if (before !== undefined) return before;
  const found = await findAccount(tx, code);
  if (found === undefined) throw new Error(`the chart of accounts has no open ${code}`);
  accountIds.set(code, found);
  return found;
}

const safeguardingIds = new Map<Currency, AccountId>();

/** Returns the account of customers' money at the partner bank. */
export async function safeguardingAccountId(tx: Tx, currency: Currency): Promise<AccountId> {
  const before = safeguardingIds.get(currency);
  if (before !== undefined) return before;
  const found = await firmAccountId(tx, `safeguarding:${await findPartnerBank(tx)}:${currency}`);
  safeguardingIds.set(currency, found);
  return found;
}

/** The account that a payment to an account of the firm itself lowers; undefined for any other account. */
export async function findReceivingAccountId(tx: Tx, currency: Currency, iban: string): Promise<AccountId | undefined> {
  const code = await selectReceivingCode(tx, currency, iban);
  return code === undefined ? undefined : firmAccountId(tx, code);
}

const postBatched = flushWhenAllWaiting(
  batchLoader('writes', async (tx, batches: readonly (readonly Operation[])[]): Promise<Outcome[][]> => {
    const outcomes = await postOperations(tx, batches.flat());
    return batches.map(({ length }) => outcomes.splice(0, length));
  }),
);

/**
 * Posts or holds money together with everything else that is posted in this transaction, and returns the receipts in
 * order. Call it last and once: the firm's accounts stay locked until the commit, and a second call can deadlock.
 * Throws the refusals of the ledger.
 */
export async function bookOperations(tx: Tx, operations: readonly Operation[]): Promise<Receipt[]> {
  if (operations.length === 0) return [];
  const outcomes = await postBatched(tx, operations);
  return zip(operations, outcomes).map(([{ id }, receipt]) => {
    const { outcome } = receipt;
    if (outcome !== 'done' && outcome !== 'exists') throw refusalFor(outcome, id);
    return receipt;
  });
}

export const bookOperation = async (tx: Tx, operation: Operation): Promise<Receipt> => {
  const [receipt] = await bookOperations(tx, [operation]);
  return present(receipt, 'the receipt');
};

/** The customer-facing meaning of a ledger operation. `reference` has at most 16 characters [A-Z0-9]. */
export type Narrative = Readonly<{
  kind: MovementKind;
  reference: string;
  counterparty?: string | null;
  counterpartyAccount?: string | null;
  description: string;
  payeeReference?: string | null;
  paymentId?: string | null;
}>;

/** Stores the narrative of an operation in its transaction. A repeated operation keeps its first narrative. */
export const recordNarrative = (tx: Tx, operationId: string, narrative: Narrative): Promise<void> =>
  insertNarrative(tx, { operationId, narrative });

export const recordNarratives = async (tx: Tx, entries: readonly NarrativeEntry[]): Promise<void> =>
  void (await insertNarratives(tx, entries));

export const createOperationId = (): OperationId => toOperationId(v7());

/** Of a row whose operation has the id of the row. */
export const toOperationId = (id: string): OperationId => id as OperationId;

/** Without 0, O, 1 and I, which people confuse when reading a reference aloud. */
const referenceAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export const generateReference = (): string =>
  Array.from(randomBytes(12), (byte) => referenceAlphabet.charAt(byte % referenceAlphabet.length)).join('');
