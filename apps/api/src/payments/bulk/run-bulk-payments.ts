import { randomUUID } from 'node:crypto';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { money } from '@larkmere/money/money';
import { type BankAccount, listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import {
  findQuotes,
  type Quote,
  requireTradingPermission,
  withdrawLockedQuote,
} from '../../fx/conversion/conversion.ts';
import { findOrCreatePayees, type Payee } from '../../payees/payee/payee.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { isOutage } from '../../platform/http/error-handler.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { present, zip } from '../../platform/values/values.ts';
import { type BulkRowPayment, initiatePaymentBatch } from '../initiation/initiation.ts';
import { deletedPayeeRefusal, findDeletedPayees, findFileCustomers } from './bulk.read.ts';
import { type BulkRow, lockReleasedRows, markPaid, markRefused, type PaidRow } from './bulk.sql.ts';
import { type StoredInstruction, toRoute } from './bulk.ts';

const maxBatchSize = 100;
const unknownOutcome = {
  code: 'outcome_unknown',
  message: defaultText('bulk_row_not_paid'),
};
const actor: SystemActor = { kind: 'system', name: 'run-bulk-payments' };

type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

export const runBulkPayments = (db: Db, log: Log): Promise<number> =>
  payReleasedRows(
    (work) => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `bulk-payment:${randomUUID()}` })),
    log,
  );

/** Any number of workers may run this: a row and its payment commit together. Returns the number of rows processed. */
export async function payReleasedRows(transaction: Transaction, log: Log): Promise<number> {
  let dealt = 0;
  for (;;) {
    const taken = await payBatch(transaction, maxBatchSize).catch(async (error: unknown) => {
      if (isOutage(error)) throw error;
      log.error({ err: error }, 'rows of a file could not be paid together');
      return payNextRowAlone(transaction, log);
    });
    dealt += taken;
    if (taken === 0) return dealt;
  }
}

const payBatch = (transaction: Transaction, most: number): Promise<number> =>
  transaction(async (ctx) => {
    const rows = await lockReleasedRows(ctx.tx, most);
    await storeOutcomes(ctx, rows, rows.length > 0 ? await payRows(ctx, rows) : []);
    return rows.length;
  });

/** A refusal happens before any write, so it does not affect other rows. */
async function storeOutcomes({ tx }: Ctx, rows: readonly BulkRow[], outcomes: readonly PromiseSettledResult<string>[]) {
  const paid: PaidRow[] = [];
  for (const [i, row] of rows.entries()) {
    const { id } = row;
    const outcome = outcomes[i];
    if (outcome?.status === 'fulfilled') paid.push({ id, paymentId: outcome.value });
    else if (outcome?.reason instanceof Refusal) await refuseRow(tx, row, outcome.reason);
    else throw outcome?.reason;
  }
  await markPaid(tx, paid);
}

/** Its exchange is not made either. */
async function refuseRow(tx: Tx, { id, quoteId }: BulkRow, reason: Readonly<{ code: string; message: string }>) {
  await markRefused(tx, id, reason.code, reason.message);
  if (quoteId !== null) await withdrawLockedQuote({ tx }, { id: quoteId });
}

/** Processes one row alone, so that a row that cannot be written does not block the rest. */
async function payNextRowAlone(transaction: Transaction, log: Log): Promise<number> {
  try {
    return await payBatch(transaction, 1);
  } catch (error) {
    if (isOutage(error)) throw error;
    return transaction(async ({ tx }) => {
      const [row] = await lockReleasedRows(tx, 1);
      if (!row) return 0;
      if (!(error instanceof Refusal)) log.error({ err: error, row: row.id }, 'a row of a file could not be paid');
      const outcome = error instanceof Refusal ? error : unknownOutcome;
      await refuseRow(tx, row, outcome);
      return 1;
    });
  }
}

type PaymentOutcome = PromiseSettledResult<string>;

/**
 * Creates missing payees and all payments in this transaction. Returns a payment id or a refusal per row; repeated
 * calls return the same.
 */
async function payRows(ctx: Ctx, rows: readonly BulkRow[]): Promise<PaymentOutcome[]> {
  const outcomes = new Map<string, PaymentOutcome>();
  const customers = await findFileCustomers(ctx.tx, rows);
  const releaserOf = (row: BulkRow): string => `${row.releasedBy}:${customers.get(row.fileId)}`;
  for (const [releaser, first] of new Map(rows.map((row) => [releaserOf(row), row]))) {
    const theirs = rows.filter((row) => releaserOf(row) === releaser);
    const customerId = customers.get(first.fileId) ?? '';
    const payer = await payerFor(ctx.tx, { userId: first.releasedBy ?? '', customerId });
    const paid = payer ? await payForPerson(ctx, payer, theirs) : theirs.map(() => releaserRemoved);
    for (const [{ id }, outcome] of zip(theirs, paid)) outcomes.set(id, outcome);
  }
  return rows.map(({ id }) => present(outcomes.get(id), 'the outcome of a row'));
}

const releaserRemoved: PaymentOutcome = { status: 'rejected', reason: new Refusal('account_not_usable') };

type PayeeVersion = Readonly<{ id: string; version: number }>;

/** The account was saved under another name meanwhile, and nobody authorised a payment to that name. */
const nameChangedRefusal = (name: string): Refusal =>
  new Refusal('payee_changed', { reason: message('bulk_row_payee_other_name', { payeeName: name }) });

async function payForPerson(ctx: Ctx, payer: Principal, rows: readonly BulkRow[]): Promise<PaymentOutcome[]> {
  const strangers = rows.filter(({ payeeId }) => payeeId === null);
  const newPayees = strangers.map((row) => ({ ...storedInstruction(row).payee, nameCheckId: row.nameCheckId }));
  const added = await findOrCreatePayees(ctx, payer, newPayees);
  const places = new Map(strangers.map(({ id }, place) => [id, place]));
  const addedFor = ({ id }: BulkRow): Payee | Refusal | undefined => added[places.get(id) ?? -1];
  const accounts = await listAccountsOf(ctx.tx, payer.customerId);
  const vendorOf = ({ sourceBankholderId: id }: BulkRow) =>
    accounts.find(({ bankholderId }) => bankholderId === id)?.vendorType ?? 'other';
  const quotes = await findQuotes(
    ctx.tx,
    rows.flatMap(({ quoteId }) => quoteId ?? []),
  );
  const noExchange = quotes.size > 0 ? await findTradingRefusal(ctx, payer) : undefined;
  const outcomes = new Map<string, PaymentOutcome>();
  const known: Readonly<{ id: string; order: BulkRowPayment }>[] = [];
  for (const row of rows) {
    const payee = row.quoteId !== null && noExchange ? noExchange : resolvePayee(row, addedFor(row));
    if (payee instanceof Refusal) outcomes.set(row.id, { status: 'rejected', reason: payee });
    else known.push({ id: row.id, order: toPaymentOrder(row, payee, { vendorType: vendorOf(row), quotes }) });
  }
  const made = await initiatePaymentBatch(
    ctx,
    payer,
    known.map(({ order }) => order),
  );
  for (const [{ id }, outcome] of zip(known, made)) outcomes.set(id, outcome);
  for (const [id, reason] of await findDeletedPayeeRows(ctx, rows, outcomes))
    outcomes.set(id, { status: 'rejected', reason });
  return rows.map(({ id }) => present(outcomes.get(id), 'the outcome of a row'));
}

async function findDeletedPayeeRows(
  { tx }: Ctx,
  rows: readonly BulkRow[],
  outcomes: ReadonlyMap<string, PaymentOutcome>,
): Promise<(readonly [string, Refusal])[]> {
  const lost = rows.filter(({ id, payeeId }) => {
    const outcome = outcomes.get(id);
    return (
      payeeId !== null &&
      outcome?.status === 'rejected' &&
      outcome.reason instanceof Refusal &&
      outcome.reason.code === 'not_found'
    );
  });
  if (lost.length === 0) return [];
  const deleted = new Map(
    (
      await findDeletedPayees(
        tx,
        lost.flatMap(({ payeeId }) => payeeId ?? []),
      )
    ).map((payee) => [payee.id, payee]),
  );
  return lost.flatMap(({ id, number, payeeId }) => {
    const payee = deleted.get(payeeId ?? '');
    return payee ? [[id, deletedPayeeRefusal({ number, ...payee })] as const] : [];
  });
}

function resolvePayee(row: BulkRow, added: Payee | Refusal | undefined): PayeeVersion | Refusal {
  if (row.payeeId !== null) return { id: row.payeeId, version: row.payeeVersion ?? 0 };
  if (!added) throw new Error(`row ${row.id} pays nobody`);
  if (added instanceof Refusal) return added;
  return added.name === storedInstruction(row).payee.name ? added : nameChangedRefusal(added.name);
}

const storedInstruction = ({ read }: BulkRow): StoredInstruction => present(read, 'the instruction of a released row');

async function findTradingRefusal({ tx }: Ctx, payer: Principal): Promise<Refusal | undefined> {
  try {
    await requireTradingPermission({ tx, actor: payer }, 'payment.crosscurrency');
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

type Source = Readonly<{ vendorType: BankAccount['vendorType']; quotes: ReadonlyMap<string, Quote> }>;

function toPaymentOrder(row: BulkRow, payee: PayeeVersion, { vendorType, quotes }: Source): BulkRowPayment {
  const currency = present(row.currency, 'the currency of a released row');
  const { reference, scheme, regulatoryInformation } = storedInstruction(row);
  const quote = row.quoteId === null ? undefined : present(quotes.get(row.quoteId), 'the quote of a released row');
  const warning = row.warnedAt ? (row.warningCode ?? undefined) : undefined;
  return {
    source: 'bulk_row',
    rowId: row.id,
    ...toRoute(present(row.rail, 'the rail of a released row'), currency, vendorType),
    scheme,
    executionDate: row.executionDate ?? undefined,
    sourceBankholderId: row.sourceBankholderId ?? '',
    payeeUid: payee.id,
    payeeVersion: payee.version,
    amount: money(currency, BigInt(row.amountMinor ?? 0)),
    maxFee: money(quote?.price.sell.currency ?? currency, BigInt(row.feeMinor ?? 0)),
    exchange: quote && { kind: 'accepted', quote },
    reference,
    regulatoryInformation: { ...regulatoryInformation, warning, warnedAt: row.warnedAt ?? undefined },
    isPreApproved: row.releaseId !== null,
  };
}
