import type { DealState } from '@larkmere/contract/fx/manual-fx';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';

const statusTexts: Readonly<Partial<Record<DealState, Pick<PendingStatus, 'owner' | 'reason' | 'nextStep'>>>> = {
  pending_approval: {
    owner: 'team',
    reason:
      'Somebody of your team who did not make this request has to approve it. No dealer sees it yet, and nothing is set aside.',
    nextStep: 'Your team approves it or sends it back.',
  },
  requested: {
    owner: 'us',
    reason: 'No dealer has taken your request on yet. Nothing is promised and nothing is set aside.',
    nextStep: 'A dealer takes it on.',
  },
  assigned: {
    owner: 'us',
    reason: 'A dealer works on your rate. Nothing is promised and nothing is set aside.',
    nextStep: 'The dealer names a rate.',
  },
  quoted: {
    owner: 'you',
    reason: 'The dealer named a rate, which holds for a short while. Nothing is set aside yet.',
    nextStep: 'You accept the rate or decline it.',
  },
  expired: {
    owner: 'us',
    reason: 'The rate ran out and nothing was exchanged.',
    nextStep: 'The dealer names another rate, or you withdraw the request.',
  },
  accepted: {
    owner: 'us',
    reason: 'You accepted the rate, and the money is set aside.',
    nextStep: 'The dealer books the deal.',
  },
  booked: {
    owner: 'us',
    reason: 'The deal is booked at the rate that you accepted, and the money is set aside.',
    nextStep: 'It settles by itself on its value date.',
  },
};

const endOfDay = (valueDate: string): string => `${valueDate}T23:59:59.000Z`;

export function pendingStatusOf(
  { state, valueDate }: Readonly<{ state: DealState; valueDate: string }>,
  rateUntil: Date | undefined,
): PendingStatus | null {
  const words = statusTexts[state];
  if (!words) return null;
  const end = endOfDay(valueDate);
  const until = state === 'quoted' && rateUntil ? rateUntil.toISOString() : end;
  return { ...words, nextUpdateAt: until, deadlineAt: until };
}
