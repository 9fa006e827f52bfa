import type { kycState } from '@larkmere/contract/customer';
import type { Reply } from '@larkmere/contract/endpoint';
import type { PaymentView } from '@larkmere/contract/payment';

export type Task =
  | { kind: 'approvals'; count: number }
  | { kind: 'pin' }
  | { kind: 'kyc'; dueBy: string | null }
  | { kind: 'payment'; payment: PaymentView }
  | { kind: 'underWay'; count: number }
  | { kind: 'planned'; count: number; next: string };

export type Known = {
  approvals: number | undefined;
  pinExists: boolean | undefined;
  kyc: Pick<Reply<typeof kycState>, 'status' | 'dueBy'> | undefined;
  waiting: readonly PaymentView[] | undefined;
  planned: readonly PaymentView[] | undefined;
};

export function tasksOf({ approvals = 0, pinExists, kyc, waiting = [], planned = [] }: Known): Task[] {
  const [stuck, running] = [waiting.filter(needsAttention), waiting.filter((payment) => !needsAttention(payment))];
  const next = planned[0]?.executionDate;
  return [
    ...stuck.map((payment): Task => ({ kind: 'payment', payment })),
    ...(approvals > 0 ? [{ kind: 'approvals', count: approvals } as const] : []),
    ...(kyc?.status === 'approved_conditional' ? [{ kind: 'kyc', dueBy: kyc.dueBy } as const] : []),
    ...(pinExists === false ? [{ kind: 'pin' } as const] : []),
    ...(running.length > 0 ? [{ kind: 'underWay', count: running.length } as const] : []),
    ...(next ? [{ kind: 'planned', count: planned.length, next } as const] : []),
  ];
}

const needsAttention = ({ owner, reasonCode }: PaymentView): boolean => owner === 'you' || reasonCode !== null;
