import type { SanctionsAlertView } from '@larkmere/contract/back-office/sanctions-alert';
import type { contract } from '@larkmere/contract/contract';
import { changeAccountStatus, customerSummaries, findCustomer } from '../../customers/customer/customer.ts';
import { blockMatchedPayee } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import {
  lockSanctionsAlert,
  recordFirstClearance,
  type SanctionsAlertRow,
  selectSanctionsAlerts,
} from './sanctions-alert.sql.ts';

export const sanctionsAlertLifecycle = defineLifecycle({
  table: 'review.sanctions_alert',
  action: 'sanctions_alert',
  entity: 'finding',
  audited: ({ note }) => ({ note }),
})<SanctionsAlertView['state']>({
  transitions: { open: { false_positive: 'staff', true_match: 'staff' }, false_positive: {}, true_match: {} },
  waiting: {},
});

/**
 * Two people have to agree that it is a false positive. Refuses `access_denied`, `not_found`, `invalid_transition` once
 * it is decided, and `approver_conflict` for the same person twice.
 */
export const clearSanctionsAlert: Verb<typeof contract.sanctionsAlert.clear> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const finding = await lockOpenAlert(ctx, uid);
  if (finding.firstBy === actor.staffId) throw new Refusal('approver_conflict');
  if (finding.firstBy !== null)
    return toAlertView(ctx, await decide(ctx, finding, { state: 'false_positive', note }, {}, 'cleared'));
  const proposed = await recordFirstClearance(tx, { id: uid, by: actor.staffId, note });
  await audit(ctx, 'sanctions_alert.clearance_proposed', `finding:${uid}`, { note });
  return toAlertView(ctx, proposed);
};

/**
 * One person is enough: the payee is disabled, or the customer suspended. Neither is told why. Refuses `access_denied`,
 * `not_found` and `invalid_transition` once it is decided.
 */
export const confirmSanctionsAlert: Verb<typeof contract.sanctionsAlert.confirm> = async (ctx, { uid, note }) => {
  const finding = await lockOpenAlert(ctx, uid);
  const detail = { subject: `${finding.subject}:${finding.subjectId}`, entryId: finding.entryId };
  const decided = await decide(ctx, finding, { state: 'true_match', note }, detail, 'confirmed');
  if (finding.subject === 'payee') await blockMatchedPayee(ctx, finding.subjectId, note);
  else await suspendMatchedCustomer(ctx, finding.subjectId);
  return toAlertView(ctx, decided);
};

/** A customer who is suspended or closed already keeps that status. */
async function suspendMatchedCustomer(ctx: StaffCtx, customerId: string): Promise<void> {
  const customer = await findCustomer(ctx.tx, customerId);
  if (customer && customer.status !== 'suspended' && customer.status !== 'closed')
    await changeAccountStatus(ctx, customerId, { status: 'suspended', reasonCode: 'sanctions_match' });
}

type Decision = Readonly<{ state: 'false_positive' | 'true_match'; note: string }>;

function decide(ctx: StaffCtx, row: SanctionsAlertRow, decision: Decision, detail: object, verb: string) {
  const decided = { ...decision, decidedBy: ctx.actor.staffId, decidedAt: ctx.now };
  return changeState(ctx, sanctionsAlertLifecycle, row, decided, { ...detail }, verb);
}

async function lockOpenAlert({ tx }: StaffCtx, id: string): Promise<SanctionsAlertRow> {
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

const maxResults = 200;

export const listSanctionsAlerts: Verb<typeof contract.sanctionsAlert.list> = async ({ tx }, { state }) => {
  return { list: await toSanctionsAlertViews(tx, await selectSanctionsAlerts(tx, state, maxResults)) };
};

async function toSanctionsAlertViews(tx: Tx, rows: readonly SanctionsAlertRow[]): Promise<SanctionsAlertView[]> {
  const owners = await customerSummaries(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  return rows.map((row) => ({
    uid: row.id,
    state: row.state,
    subject: row.subject,
    subjectUid: row.subjectId,
    name: row.subjectName,
    customer: {
      name: owners.get(row.customerId)?.name ?? '',
      memberCode: owners.get(row.customerId)?.memberCode ?? '',
    },
    entry: {
      entryId: row.entryId,
      name: row.name,
      regime: row.regime,
      score: row.score,
      rule: row.rule,
    },
    foundAt: row.foundAt.toISOString(),
    isAwaitingSecondDecision: row.state === 'open' && row.firstBy !== null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }));
}
