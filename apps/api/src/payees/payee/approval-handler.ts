import {
  type ApprovalContent,
  type ApprovalHandler,
  type ApprovalRequirement,
  createApprovalRequest,
  type UnapprovedState,
  voidApproval,
} from '../../approvals/approval/approval.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { selectBlockedAccounts } from './blocked-accounts.sql.ts';
import { lockPayee, type PayeeStatusChange, selectPayee } from './payee.sql.ts';
import { setPayeeStatus, toPayee } from './payee.ts';
import type { Payee } from './payee-record.ts';
import { linesOf } from './summary.ts';

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;

/**
 * An account that staff had blocked is pending for staff again when its deleted payee is added again. Otherwise the
 * customer's approval rules decide.
 */
export async function findInitialStatus(
  { tx, actor }: CustomerCtx,
  account: Account,
  demands: readonly ApprovalRequirement[],
): Promise<PayeeStatusChange> {
  const [stopped] = await selectBlockedAccounts(tx, actor.customerId, [account]);
  if (stopped) return { status: 'pending', reasonCode: stopped, reason: null };
  return demands.length > 0
    ? { status: 'pending', reasonCode: 'team_approval', reason: null }
    : { status: 'approved', reasonCode: null, reason: null };
}

export async function requestApproval(
  ctx: CustomerCtx,
  payee: Payee,
  demands: readonly ApprovalRequirement[],
): Promise<void> {
  await voidApproval(ctx, 'payee', payee.id, 'It was changed, and asked for again.');
  const { customerId, userId: makerId } = ctx.actor;
  const content = toApprovalContent(payee);
  if (demands.length > 0)
    await createApprovalRequest(ctx, {
      kind: 'payee',
      subjectId: payee.id,
      customerId,
      makerId,
      content,
      requirements: demands,
    });
}

/** Colleagues approve where money goes; the nickname is not part of it. */
function toApprovalContent(payee: Payee): ApprovalContent {
  const { id, type, currency, entityType, name, details, nameCheckId, nameCheckResult, actualName } = payee;
  const check = nameCheckResult && [{ label: 'Name check', value: describeNameCheck(nameCheckResult, actualName) }];
  return {
    title: `Payee ${name}, ${payee.summary}`,
    amount: null,
    link: `/payee/view/${currency.toLowerCase()}/${type}?uid=${id}`,
    details: [
      { label: 'Name', value: name },
      { label: 'Kind', value: entityType === 'company' ? 'Company' : 'Person' },
      { label: 'Currency', value: currency },
      ...linesOf(payee).map(({ label, value }) => ({ label, value })),
      ...(check ?? []),
    ],
    exact: { id, type, currency, entityType, name, details: Object.entries(details).sort(), nameCheckId },
  };
}

const describeNameCheck = (result: string, actualName: string | null): string =>
  `${result.replaceAll('_', ' ')}${actualName ? `: ${actualName}` : ''}`;

async function lockPayeeById({ tx }: Ctx, id: string): Promise<Payee | undefined> {
  const found = await selectPayee(tx, id);
  if (!found || !(await lockPayee(tx, { id, customerId: found.customerId }))) return undefined;
  const row = await selectPayee(tx, id);
  return row && toPayee(row);
}

/** A hold by staff stays: the answer of the team releases only what waits for the team. */
async function decidePendingPayee(ctx: Ctx, id: string, standing: PayeeStatusChange): Promise<void> {
  const payee = await lockPayeeById(ctx, id);
  if (payee?.status !== 'pending' || payee.reasonCode !== 'team_approval') return;
  await setPayeeStatus(ctx, payee, standing, 'decided by the team');
}

export const payeeApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const payee = await lockPayeeById(ctx, id);
    return payee && toApprovalContent(payee);
  },
  release: async (ctx, id) => {
    await decidePendingPayee(ctx, id, { status: 'approved', reasonCode: null, reason: null });
    return undefined;
  },
  reject: (ctx: Ctx, id: string, _end: UnapprovedState, reason: string) =>
    decidePendingPayee(ctx, id, { status: 'reject', reasonCode: 'team_approval', reason }),
};
