import type { contract } from '@larkmere/contract/contract';
import type { TrackedBank } from '@larkmere/contract/payments/international';
import { formatAmount } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { trackOwnPayment } from '../execution/execution.ts';
import { type TrackerUpdate, viewOwnSwiftPayment } from '../payment/payment.ts';

export const showTracking: Verb<typeof contract.globalPayment.tracking> = async (ctx, { id }) => {
  const { uetr, hops } = await trackOwnPayment(ctx, id);
  return { uetr, banks: hops.map(viewTrackedBank) };
};

const trackerSteps = { G001: 'not_tracked', G002: 'not_today', G003: 'documents', G004: 'cover' } as const;

const viewTrackedBank = ({ bank, at, status, code, charges }: TrackerUpdate): TrackedBank => ({
  bic: bank.bic ?? null,
  name: bank.name ?? null,
  at: at.toISOString(),
  step: stepOf(status, code),
  deducted: charges ? { amount: formatAmount(charges), currency: charges.currency } : null,
});

function stepOf(status: string, code: string | undefined): TrackedBank['step'] {
  if (status === 'RJCT') return 'refused';
  if (status === 'ACCC' || status === 'ACSC') return 'credited';
  return trackerSteps[code as keyof typeof trackerSteps] ?? 'passed_on';
}

export const showDetail: Verb<typeof contract.globalPayment.detail> = (ctx, { id }) => viewOwnSwiftPayment(ctx, id);
