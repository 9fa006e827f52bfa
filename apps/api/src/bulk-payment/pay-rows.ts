import type { BulkRail } from '@larkmere/contract/bulk-payment';
import type { WarningCode } from '@larkmere/contract/payment-warning';
import { type Currency, money } from '@larkmere/money/money';
import { accountsOf, type BankAccount } from '../bank-account/bank-account.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payee, payeesFor } from '../payee/payee.ts';
import { makePayments, type Payer, type PaymentOrder, payerOf } from '../payment/payment.ts';
import { deletedPayees } from './bulk-payment.read.ts';
import type { BulkRow } from './bulk-payment.sql.ts';
import { type ReadRow, wayBy } from './bulk-payment.ts';
import { payeeDeleted } from './deleted-payee.ts';

type Outcome = PromiseSettledResult<string>;

/**
 * Creates missing payees and all payments in this transaction. Returns a payment id or a refusal per row; repeated
 * calls return the same.
 */
export async function payRows(ctx: Ctx, rows: readonly BulkRow[]): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  for (const personId of new Set(rows.map((row) => row.released_by ?? ''))) {
    const theirs = rows.filter((row) => row.released_by === personId);
    const payer = await payerOf(ctx.tx, personId);
    const paid = payer ? await payFor(ctx, payer, theirs) : theirs.map(() => gone);
    for (const [i, row] of theirs.entries()) outcomes.set(row.id, paid[i] as Outcome);
  }
  return rows.map(({ id }) => outcomes.get(id) as Outcome);
}

const gone: Outcome = { status: 'rejected', reason: new Refusal('account_not_usable') };

type Named = Readonly<{ id: string; version: number }>;

/** The account was saved under another name meanwhile, and nobody authorised a payment to that name. */
const otherName = (name: string): Refusal =>
  new Refusal('payee_changed', {
    message: `You have this account as ${name}. Nothing was sent. Correct the name of this row, and approve it again.`,
  });

async function payFor(ctx: Ctx, payer: Payer, rows: readonly BulkRow[]): Promise<Outcome[]> {
  const strangers = rows.filter(({ payee_id }) => payee_id === null);
  const wanted = strangers.map((row) => ({ ...readOf(row).payee, nameCheckId: row.name_check_id }));
  const added = await payeesFor(ctx, payer, wanted);
  const places = new Map(strangers.map(({ id }, place) => [id, place]));
  const addedFor = ({ id }: BulkRow): Payee | Refusal | undefined => added[places.get(id) ?? -1];
  const accounts = await accountsOf(ctx.tx, payer.customerId);
  const vendorOf = ({ source_bankholder_id: id }: BulkRow) =>
    accounts.find(({ bankholderId }) => bankholderId === id)?.vendorType ?? 'other';
  const outcomes = new Map<string, Outcome>();
  const known: Readonly<{ id: string; order: PaymentOrder }>[] = [];
  for (const row of rows) {
    const payee = payeeOf(row, addedFor(row));
    if (payee instanceof Refusal) outcomes.set(row.id, { status: 'rejected', reason: payee });
    else known.push({ id: row.id, order: orderOf(row, payee, vendorOf(row)) });
  }
  const made = await makePayments(
    ctx,
    payer,
    known.map(({ order }) => order),
  );
  for (const [place, { id }] of known.entries()) outcomes.set(id, made[place] as Outcome);
  for (const [id, reason] of await deletedSince(ctx, rows, outcomes)) outcomes.set(id, { status: 'rejected', reason });
  return rows.map(({ id }) => outcomes.get(id) as Outcome);
}

async function deletedSince(
  { tx }: Ctx,
  rows: readonly BulkRow[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<(readonly [string, Refusal])[]> {
  const lost = rows.filter(({ id, payee_id }) => {
    const outcome = outcomes.get(id);
    return (
      payee_id !== null &&
      outcome?.status === 'rejected' &&
      outcome.reason instanceof Refusal &&
      outcome.reason.code === 'not_found'
    );
  });
  if (lost.length === 0) return [];
  const deleted = new Map(
    (
      await deletedPayees(
        tx,
        lost.flatMap(({ payee_id }) => payee_id ?? []),
      )
    ).map((payee) => [payee.id, payee]),
  );
  return lost.flatMap(({ id, number, payee_id }) => {
    const payee = deleted.get(payee_id ?? '');
    return payee ? [[id, payeeDeleted({ number, ...payee })] as const] : [];
  });
}

function payeeOf(row: BulkRow, added: Payee | Refusal | undefined): Named | Refusal {
  if (row.payee_id !== null) return { id: row.payee_id, version: row.payee_version ?? 0 };
  if (!added) throw new Error(`row ${row.id} pays nobody`);
  if (added instanceof Refusal) return added;
  return added.name === readOf(row).payee.name ? added : otherName(added.name);
}

type KeptRow = Pick<ReadRow, 'payee' | 'reference' | 'scheme'> & Partial<Pick<ReadRow, 'said'>>;
const readOf = ({ read }: BulkRow): KeptRow => read as unknown as KeptRow;

function orderOf(row: BulkRow, payee: Named, vendorType: BankAccount['vendorType']): PaymentOrder {
  const currency = row.currency as Currency;
  const { reference, scheme, said } = readOf(row);
  const warning = row.warned_at ? (row.warning_code as WarningCode) : undefined;
  return {
    ...wayBy(row.rail as BulkRail, currency, vendorType),
    ...(scheme && { scheme }),
    sourceBankholderId: row.source_bankholder_id ?? '',
    payeeUid: payee.id,
    payeeVersion: payee.version,
    amount: money(currency, BigInt(row.amount_minor ?? 0)),
    mostFee: money(currency, BigInt(row.fee_minor ?? 0)),
    reference,
    said: { ...said, warning, warnedAt: row.warned_at ?? undefined },
    source: { kind: 'bulk', id: row.id },
    teamApproved: row.release_id !== null,
  };
}
