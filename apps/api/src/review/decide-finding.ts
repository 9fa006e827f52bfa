import type { contract } from '@larkmere/contract/contract';
import type { FindingView } from '@larkmere/contract/finding';
import { suspendCustomer } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { switchOffPayee } from '../payee/payee.ts';
import { decide, type FindingRow, lockFinding, noteFirst } from './finding.sql.ts';
import { viewFindings } from './finding.view.ts';
import { requireCompliance } from './require-review.ts';

/**
 * Two people have to agree that it is a false positive. Refuses `access_denied`, `not_found`, `invalid_transition` once
 * it is decided, and `approver_conflict` for the same person twice.
 */
export const clearFinding: Verb<typeof contract.finding.clear> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const finding = await requireOpen(ctx, uid);
  if (finding.first_by === actor.staffId) throw new Refusal('approver_conflict');
  const said = { id: uid, by: actor.staffId, note };
  const isSecond = finding.first_by !== null;
  const decided = isSecond ? await decide(tx, 'false_positive', said) : await noteFirst(tx, said);
  await audit(ctx, isSecond ? 'review.finding-cleared' : 'review.finding-clearing', `finding:${uid}`, { note });
  return viewOf(ctx, decided);
};

/**
 * One person is enough: the payee is disabled, or the customer suspended. Neither is told why. Refuses `access_denied`,
 * `not_found` and `invalid_transition` once it is decided.
 */
export const confirmFinding: Verb<typeof contract.finding.confirm> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const finding = await requireOpen(ctx, uid);
  const decided = await decide(tx, 'true_match', { id: uid, by: actor.staffId, note });
  await audit(ctx, 'review.finding-confirmed', `finding:${uid}`, {
    subject: `${finding.subject}:${finding.subject_id}`,
    entryId: finding.entry_id,
    note,
  });
  if (finding.subject === 'payee') await switchOffPayee(ctx, finding.subject_id, note);
  else await suspendCustomer(tx, finding.subject_id);
  return viewOf(ctx, decided);
};

async function requireOpen({ tx, actor }: StaffCtx, id: string): Promise<FindingRow> {
  requireCompliance(actor);
  const finding = await lockFinding(tx, id);
  if (!finding) throw new Refusal('not_found');
  if (finding.state !== 'open') throw new Refusal('invalid_transition');
  return finding;
}

async function viewOf({ tx }: StaffCtx, row: FindingRow): Promise<FindingView> {
  const [view] = await viewFindings(tx, [row]);
  if (!view) throw new Error(`finding ${row.id} has no view`);
  return view;
}
