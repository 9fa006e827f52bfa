import { defaultText } from '@larkmere/messages/format-message';
import { type ApprovalRequirement, defineApproval, voidApproval } from '../../approvals/approval/approval.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { selectBlockedAccounts } from './creation-refusals.ts';
import { lockPayee, type PayeeStatusChange, selectPayee } from './payee.sql.ts';
import { setPayeeStatus, toPayee } from './payee.ts';
import { linesOf, type Payee } from './payee-record.ts';

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

/** An edited payee is a new request; its first one becomes void. */
export async function requestApproval(
  ctx: CustomerCtx,
  payee: Payee,
  requirements: readonly ApprovalRequirement[],
): Promise<void> {
  await voidApproval(ctx, 'payee', payee.id, defaultText('approval_void_payee_changed'));
  await payeeApproval.request(ctx, { id: payee.id, item: payee, maker: ctx.actor, requirements });
}

/** A hold by staff stays: the answer of the team releases only what waits for the team. */
async function decidePendingPayee(ctx: Ctx, payee: Payee, status: PayeeStatusChange): Promise<void> {
  if (payee.status !== 'pending' || payee.reasonCode !== 'team_approval') return;
  await setPayeeStatus(ctx, payee, status, 'decided by the team');
}

export const payeeApproval = defineApproval({
  kind: 'payee',
  nothingDone: defaultText('payee_not_approved_by_team'),
  snapshot: async ({ tx }, id): Promise<Payee | undefined> => {
    const found = await selectPayee(tx, id);
    if (!found || !(await lockPayee(tx, { id, customerId: found.customerId }))) return undefined;
    const row = await selectPayee(tx, id);
    return row && toPayee(row);
  },
  accounts: () => [],
  /** Colleagues approve where money goes; the nickname is not part of it. */
  describe: (_, payee) => {
    const { id, type, currency, entityType, name, details, nameCheckId, nameCheckResult, actualName } = payee;
    const check = nameCheckResult && [
      { label: defaultText('summary_name_check'), value: describeNameCheck(nameCheckResult, actualName) },
    ];
    return {
      title: defaultText('approve_payee', { payeeName: name, account: payee.summary }),
      amount: null,
      link: `/payee/view/${currency.toLowerCase()}/${type}?uid=${id}`,
      details: [
        { label: defaultText('summary_name'), value: name },
        {
          label: defaultText('summary_payee_type'),
          value: defaultText(entityType === 'company' ? 'payee_company' : 'payee_person'),
        },
        { label: defaultText('summary_currency'), value: currency },
        ...linesOf(payee).map(({ label, value }) => ({ label, value })),
        ...(check ?? []),
      ],
      exact: { id, type, currency, entityType, name, details: Object.entries(details).sort(), nameCheckId },
    };
  },
  validate: async () => {},
  release: (ctx, payee) => decidePendingPayee(ctx, payee, { status: 'approved', reasonCode: null, reason: null }),
  reject: (ctx, payee, _, reason) =>
    decidePendingPayee(ctx, payee, { status: 'reject', reasonCode: 'team_approval', reason }),
});

const describeNameCheck = (result: string, actualName: string | null): string =>
  `${result.replaceAll('_', ' ')}${actualName ? `: ${actualName}` : ''}`;
