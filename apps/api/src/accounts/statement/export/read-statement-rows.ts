import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import { type Currency, money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import type { Tx } from '../../../platform/db/db.ts';
import type { BankAccount } from '../../bank-account/bank-account.ts';
import { toStatementLine } from '../statement-line.ts';
import { groupOperations, type LineEntry, layOut } from './layout.ts';
import { type EntryRow, selectEntries, selectHead } from './statement-export.read.ts';
import {
  maskAccount,
  type RowExchange,
  type Statement,
  type StatementHead,
  type StatementRow,
  toTransactionId,
} from './statement-row.ts';
import { cleanText } from './writers/text.ts';

/** A short transaction of its own, so that a slow download holds none. */
export type ReadPage = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

type Range = Readonly<{ from: string; to: string; layout: StatementLayout; generatedAt: Date }>;

const pageSize = 1000;

/** The sum of a statement is not its closing balance, or a balance is not the sum so far. No file is delivered. */
export class StatementUnbalanced extends Error {
  override name = 'StatementUnbalanced';
}

/** Throws `StatementUnbalanced` if opening balance and turnover do not make the closing balance. */
export async function readHead(tx: Tx, account: BankAccount, range: Range): Promise<StatementHead> {
  const { currency, ledgerAccountId, bankholderId } = account;
  const { opening, closing, held, lastBookedAt, countIn, sumIn, countOut, sumOut } = await selectHead(tx, {
    ledgerAccountId,
    ...range,
  });
  if (opening + sumIn - sumOut !== closing) throw new StatementUnbalanced(`totals of account ${bankholderId}`);
  return {
    account,
    currency,
    ...range,
    opening: money(currency, opening),
    closing: money(currency, closing),
    available: money(currency, closing - held),
    in: { count: Number(countIn), sum: money(currency, sumIn) },
    out: { count: Number(countOut), sum: money(currency, sumOut) },
    lastBookedAt,
  };
}

/** Rows are read while the statement is written, up to the booking that the head ends with. */
export const openStatement = (readPage: ReadPage, head: StatementHead): Statement => ({
  head,
  batches: readRows(readPage, head),
});

async function* readRows(readPage: ReadPage, head: StatementHead): AsyncGenerator<readonly StatementRow[]> {
  const { currency, layout, opening, closing, account } = head;
  let balance = opening.minor;
  let count = 0;
  for await (const operations of groupOperations(readEntries(readPage, head))) {
    const rows = operations.flatMap((operation) => layOut(operation, layout)).map((entry) => toRow(entry, head));
    for (const { amount, balanceAfter } of rows) {
      balance += amount.minor;
      if (balance !== balanceAfter.minor) throw new StatementUnbalanced(`a row of account ${account.bankholderId}`);
    }
    count += rows.length;
    if (rows.length > 0) yield rows;
  }
  if (balance !== closing.minor || count !== head.in.count + head.out.count)
    throw new StatementUnbalanced(`rows of account ${account.bankholderId} in ${currency}`);
}

async function* readEntries(readPage: ReadPage, head: StatementHead): AsyncGenerator<readonly EntryRow[]> {
  const { account, from, lastBookedAt } = head;
  if (lastBookedAt === null) return;
  let after: bigint | undefined;
  for (;;) {
    const question = { ledgerAccountId: account.ledgerAccountId, from, after, upTo: lastBookedAt, limit: pageSize };
    const page = await readPage((tx) => selectEntries(tx, question));
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.position;
  }
}

function toRow(entry: LineEntry, { currency, layout }: StatementHead): StatementRow {
  const { operationId, leg, amount, balanceAfter, isFee, fee, feeForLeg } = entry;
  const { type, description, counterparty, counterpartyAccount, payeeReference } = toStatementLine(
    { ...entry, uid: `${operationId}:${leg}`, currency },
    layout,
  );
  return {
    transactionId: toTransactionId(operationId, leg),
    bookedAt: entry.bookedAt,
    bookedOn: entry.bookedOn,
    valueDate: entry.valueDate,
    type,
    category: isFee ? 'fee' : (entry.kind ?? 'adjustment'),
    amount: money(currency, amount),
    balanceAfter: money(currency, balanceAfter),
    counterpartyName: orNull(counterparty),
    counterpartyAccount: maskAccount(counterpartyAccount),
    description: cleanText(description),
    reference: orNull(payeeReference),
    ourReference: entry.reference,
    endToEndId: isFee ? null : entry.endToEndId,
    uetr: isFee ? null : entry.uetr,
    rail: entry.rail,
    exchange: isFee ? null : exchangeOf(entry, currency),
    fee: fee === 0n ? null : money(currency, fee),
    feeForTransactionId: feeForLeg === null ? null : toTransactionId(operationId, feeForLeg),
    note: isFee ? null : orNull(entry.note),
  };
}

const orNull = (text: string | null): string | null => (text === null ? null : cleanText(text) || null);

function exchangeOf({ sell, buy, sellMinor, buyMinor, rate: text }: LineEntry, currency: Currency): RowExchange | null {
  if (sell === null || buy === null || sellMinor === null || buyMinor === null || text === null) return null;
  const rate = readRate(sell, buy, text);
  if (!rate) throw new RangeError(`${text} is not a rate of ${sell}/${buy}`);
  return { rate, original: currency === sell ? money(buy, buyMinor) : money(sell, sellMinor) };
}
