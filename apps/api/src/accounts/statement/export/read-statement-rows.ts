import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import { type Currency, money } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import type { Tx } from '../../../platform/db/db.ts';
import type { BankAccount } from '../../bank-account/bank-account.ts';
import { toStatementLine } from '../statement-line.ts';
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

/** An entry, or the entries of one operation together. Amounts are signed minor units. */
type LineEntry = EntryRow &
  Readonly<{
    /** Part of `amount`: positive if charged, negative if refunded. */
    fee: bigint;
    /** The leg of what this row is the fee of. */
    feeForLeg: number | null;
  }>;

/** The entries of one operation are booked one after the other, because it locks the account. */
async function* groupOperations(pages: AsyncIterable<readonly EntryRow[]>): AsyncGenerator<EntryRow[][]> {
  let open: EntryRow[] = [];
  for await (const page of pages) {
    const complete: EntryRow[][] = [];
    for (const entry of page) {
      if (open.length > 0 && open[0]?.operationId !== entry.operationId) {
        complete.push(open);
        open = [];
      }
      open.push(entry);
    }
    yield complete;
  }
  if (open.length > 0) yield [open];
}

/** `compact`: one row with the fees inside, and the balance after the last entry. `flat`: each fee as its own row. */
const layOut = (operation: readonly EntryRow[], layout: StatementLayout): LineEntry[] =>
  layout === 'compact' ? [merge(operation)] : separate(operation);

function separate(operation: readonly EntryRow[]): LineEntry[] {
  const main = operation.find(({ isFee }) => !isFee);
  return operation.map((entry) => ({ ...entry, fee: 0n, feeForLeg: entry.isFee ? (main?.leg ?? null) : null }));
}

function merge(operation: readonly EntryRow[]): LineEntry {
  const [first, last] = [operation[0], operation.at(-1)];
  if (!first || !last) throw new RangeError('an operation without entries');
  const sumOf = (entries: readonly EntryRow[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n);
  const isFee = operation.every((entry) => entry.isFee);
  return {
    ...last,
    leg: first.leg,
    amount: sumOf(operation),
    isFee,
    fee: isFee ? 0n : -sumOf(operation.filter((entry) => entry.isFee)),
    feeForLeg: null,
  };
}
