import type { BulkRail } from '@larkmere/contract/bulk-payment';
import type { WarningCode } from '@larkmere/contract/payment-warning';
import { type Currency, money } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Payee, payeesFor } from '../payee/payee.ts';
import { makePayments, type Payer, type PaymentOrder, payerOf } from '../payment/payment.ts';
import type { BulkRow } from './bulk-payment.sql.ts';
import { type ReadRow, wayBy } from './bulk-payment.ts';

type Outcome = PromiseSettledResult<string>;

/**
 * Makes the payments of released rows of one file, and their payees where there are none yet, all in this transaction.
 * Answers for each row the payment's id, or the refusal of `makePayment`; another call for the same row answers the same.
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

/** Whoever released it is not with the customer any more. */
const gone: Outcome = { status: 'rejected', reason: new Refusal('account_not_usable') };

type Named = Readonly<{ id: string; version: number }>;

const unapproved: Outcome = {
  status: 'rejected',
  reason: new Refusal('approval_required', {
    message: 'This payee is new, and a colleague has to approve new payees. Nothing was sent. Add the payee first.',
  }),
};

/** The account got a payee of another name since the row was looked at. Nobody approved a payment to that name. */
const otherName = (name: string): Outcome => ({
  status: 'rejected',
  reason: new Refusal('payee_changed', {
    message: `You have this account as ${name}. Nothing was sent. Correct the name of this row, and approve it again.`,
  }),
});

async function payFor(ctx: Ctx, payer: Payer, rows: readonly BulkRow[]): Promise<Outcome[]> {
  const strangers = rows.filter(({ payee_id }) => payee_id === null);
  const wanted = strangers.map((row) => ({ ...readOf(row).payee, nameCheckId: row.name_check_id }));
  const added = await payeesFor(ctx, payer, wanted);
  const places = new Map(strangers.map(({ id }, place) => [id, place]));
  const addedFor = ({ id }: BulkRow): Payee | undefined => added[places.get(id) ?? -1];
  const isOther = (row: BulkRow): boolean => ![undefined, readOf(row).payee.name].includes(addedFor(row)?.name);
  const payeeOf = (row: BulkRow): Named | undefined =>
    row.payee_id === null ? addedFor(row) : { id: row.payee_id, version: row.payee_version ?? 0 };
  const known = rows.flatMap((row) => {
    const payee = payeeOf(row);
    return payee && !isOther(row) ? [{ id: row.id, order: orderOf(row, payee) }] : [];
  });
  const made = await makePayments(
    ctx,
    payer,
    known.map(({ order }) => order),
  );
  const outcomes = new Map(known.map(({ id }, place) => [id, made[place] as Outcome]));
  return rows.map((row) => outcomes.get(row.id) ?? (isOther(row) ? otherName(addedFor(row)?.name ?? '') : unapproved));
}

type KeptRow = Pick<ReadRow, 'payee' | 'reference' | 'scheme'> & Partial<Pick<ReadRow, 'said'>>;
const readOf = ({ read }: BulkRow): KeptRow => read as unknown as KeptRow;

function orderOf(row: BulkRow, payee: Named): PaymentOrder {
  const currency = row.currency as Currency;
  const { reference, scheme, said } = readOf(row);
  const warning = row.warned_at ? (row.warning_code as WarningCode) : undefined;
  return {
    ...wayBy(row.rail as BulkRail, currency),
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
