import type { SanctionsAlertView } from '@larkmere/contract/back-office/sanctions-alert';
import type { contract } from '@larkmere/contract/contract';
import { suspendCustomer } from '../../customers/customer/customer.ts';
import { blockMatchedPayee } from '../../payees/payee/payee.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireCompliance } from './require-review.ts';
import {
  lockSanctionsAlert,
  recordAlertDecision,
  recordFirstClearance,
  type SanctionsAlertRow,
} from './sanctions-alert.sql.ts';
import { toSanctionsAlertViews } from './sanctions-alert.view.ts';

/**
 * Two people have to agree that it is a false positive. Refuses `access_denied`, `not_found`, `invalid_transition` once
 * it is decided, and `approver_conflict` for the same person twice.
 */
export const clearSanctionsAlert: Verb<typeof contract.sanctionsAlert.clear> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const finding = await lockOpenAlert(ctx, uid);
  if (finding.first_by === actor.staffId) throw new Refusal('approver_conflict');
  const said = { id: uid, by: actor.staffId, note };
  const isSecond = finding.first_by !== null;
  const decided = isSecond
    ? await recordAlertDecision(tx, 'false_positive', said)
    : await recordFirstClearance(tx, said);
  await audit(ctx, isSecond ? 'sanctions_alert.cleared' : 'sanctions_alert.clearance_proposed', `finding:${uid}`, {
    note,
  });
  return toAlertView(ctx, decided);
};

/**
 * One person is enough: the payee is disabled, or the customer suspended. Neither is told why. Refuses `access_denied`,
 * `not_found` and `invalid_transition` once it is decided.
 */
export const confirmSanctionsAlert: Verb<typeof contract.sanctionsAlert.confirm> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const finding = await lockOpenAlert(ctx, uid);
  const decided = await recordAlertDecision(tx, 'true_match', { id: uid, by: actor.staffId, note });
  await audit(ctx, 'sanctions_alert.confirmed', `finding:${uid}`, {
    subject: `${finding.subject}:${finding.subject_id}`,
    entryId: finding.entry_id,
    note,
  });
  if (finding.subject === 'payee') await blockMatchedPayee(ctx, finding.subject_id, note);
  else await suspendCustomer(tx, finding.subject_id);
  return toAlertView(ctx, decided);
};

async function lockOpenAlert({ tx, actor }: StaffCtx, id: string): Promise<SanctionsAlertRow> {
  requireCompliance(actor);
  const finding = await lockSanctionsAlert(tx, id);
  if (!finding) throw new Refusal('not_found');
  if (finding.state !== 'open') throw new Refusal('invalid_transition');
  return finding;
}

async function toAlertView({ tx }: StaffCtx, row: SanctionsAlertRow): Promise<SanctionsAlertView> {
  const [view] = await toSanctionsAlertViews(tx, [row]);
  if (!view) throw new Error(`finding ${row.id} has no view`);
  return view;
}
