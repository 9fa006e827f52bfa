import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { loadRowView, lockEditableRow, revalidateRow } from './correct-row.ts';
import { isOpen } from './row-questions.ts';

/**
 * Confirms exactly the questions that were shown. The row is checked again, so a question that came up in the meantime
 * stays open. Throws `not_found`, `invalid_transition`, `bulk_changed`.
 */
export const confirmRow: Verb<typeof contract.bulkPayment.confirmRow> = async (ctx, { uid, number, questions }) => {
  const row = await lockEditableRow(ctx, uid, number);
  if (row.state !== 'doubtful' && row.state !== 'checking') throw new Refusal('invalid_transition');
  const rowQuestions = row.questions;
  const open = rowQuestions.filter(isOpen).map(({ key }) => key);
  if (open.length === 0) throw new Refusal('invalid_transition');
  if (open.toSorted().join('\n') !== questions.toSorted().join('\n')) throw new Refusal('bulk_changed');
  const { state } = await revalidateRow(ctx, row, row.given, new Set(rowQuestions.map(({ key }) => key)));
  await audit(ctx, 'bulk-payment.row_confirmed', `bulk_payment:${uid}`, { row: number, questions: open, state });
  return loadRowView(ctx, uid, number);
};
