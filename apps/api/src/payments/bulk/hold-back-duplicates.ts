import { message } from '@larkmere/messages/message';
import { money } from '@larkmere/money/money';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { findDuplicatePayments } from '../initiation/initiation.ts';
import { lockPayer } from '../payment/payment.ts';
import { type BulkRow, lockFile, requireOwnFile, selectReadyRows, updateQuestions } from './bulk.sql.ts';
import type { RowInstruction } from './bulk.ts';
import { duplicateQuestion, type RowQuestion } from './row-questions.ts';

type HeldRow = Readonly<{ id: string; questions: readonly RowQuestion[] }>;

/**
 * Refuses `bulk_changed` if a ready row equals a payment that the customer has not seen beside it. No other payment of
 * the customer can start until this transaction ends.
 */
export async function requireNoNewDuplicates(ctx: CustomerCtx, fileId: string): Promise<void> {
  await lockPayer(ctx.tx, ctx.actor.customerId);
  const { length: count } = await findHeldRows(ctx, fileId);
  if (count > 0) throw new Refusal('bulk_changed', { reason: message('bulk_held_back', { count }) });
}

/** Puts the rows that equal another payment back to the customer, who decides about each. */
export async function holdBackDuplicates(ctx: CustomerCtx, fileId: string): Promise<void> {
  await requireOwnFile(ctx, fileId);
  await lockFile(ctx.tx, fileId);
  const held = await findHeldRows(ctx, fileId);
  if (held.length === 0) return;
  await updateQuestions(ctx.tx, held);
  await audit(ctx, 'bulk-payment.rows_held_back', `bulk_payment:${fileId}`, { rows: held.length });
}

async function findHeldRows({ tx, actor }: CustomerCtx, fileId: string): Promise<HeldRow[]> {
  const rows = await selectReadyRows(tx, fileId);
  const found = await findDuplicatePayments(
    tx,
    rows.map((row) => duplicateQueryOf(actor, { ...instructionOf(row), executesOn: row.executionDate })),
  );
  return rows.flatMap((row, place) => {
    const duplicate = found[place];
    const known = row.questions;
    const question = duplicate && { ...duplicateQuestion(duplicate), isConfirmed: false };
    if (!question || known.some(({ key }) => key === question.key)) return [];
    return [{ id: row.id, questions: [question, ...known.filter(({ kind }) => kind !== 'duplicate')] }];
  });
}

const instructionOf = ({ read, currency, amountMinor }: BulkRow) => ({
  ...present(read, 'the instruction of a ready row'),
  amount: money(present(currency, 'the currency of a ready row'), amountMinor ?? 0n),
});

type DuplicateTerms = Pick<RowInstruction, 'payee' | 'amount' | 'reference'> & Readonly<{ executesOn: string | null }>;

export const duplicateQueryOf = (
  { customerId, accounts }: Pick<CustomerCtx['actor'], 'customerId' | 'accounts'>,
  { payee, amount, reference, executesOn }: DuplicateTerms,
) => ({
  customerId,
  accounts,
  payeeAccount: payee.account,
  amountMinor: amount.minor,
  currency: amount.currency,
  from: { source: 'row', reference, executionDate: executesOn } as const,
});
