import type { kycState } from '@larkmere/contract/customers/kyc';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import type { Reply } from '@larkmere/contract/platform/endpoint';

export type Task =
  | { kind: 'approvals'; count: number }
  | { kind: 'access'; count: number }
  | { kind: 'pin' }
  | { kind: 'kyc'; dueBy: string | null }
  | { kind: 'payment'; payment: PaymentView }
  | { kind: 'underWay'; count: number }
  | { kind: 'planned'; count: number; next: string };

export type TaskSources = {
  approvals: number | undefined;
  /** What our staff prepared for people, and this owner has to decide. */
  accessRequests: number | undefined;
  pinExists: boolean | undefined;
  kyc: Pick<Reply<typeof kycState>, 'status' | 'dueBy' | 'canEdit'> | undefined;
  pendingPayments: readonly PaymentView[] | undefined;
  scheduledPayments: readonly PaymentView[] | undefined;
};

export function listTasks({
  approvals = 0,
  accessRequests = 0,
  pinExists,
  kyc,
  pendingPayments = [],
  scheduledPayments = [],
}: Partial<TaskSources>): Task[] {
  const [stuck, running] = [
    pendingPayments.filter(needsAttention),
    pendingPayments.filter((payment) => !needsAttention(payment)),
  ];
  const next = scheduledPayments[0]?.executionDate;
  return [
    ...stuck.map((payment): Task => ({ kind: 'payment', payment })),
    ...(accessRequests > 0 ? [{ kind: 'access', count: accessRequests } as const] : []),
    ...(approvals > 0 ? [{ kind: 'approvals', count: approvals } as const] : []),
    ...(kyc?.status === 'approved_conditional' || kyc?.canEdit ? [{ kind: 'kyc', dueBy: kyc.dueBy } as const] : []),
    ...(pinExists === false ? [{ kind: 'pin' } as const] : []),
    ...(running.length > 0 ? [{ kind: 'underWay', count: running.length } as const] : []),
    ...(next ? [{ kind: 'planned', count: scheduledPayments.length, next } as const] : []),
  ];
}

const needsAttention = ({ owner, reasonCode }: PaymentView): boolean => owner === 'you' || reasonCode !== null;
