import type { PaymentState } from '@larkmere/contract/payment';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { filledFrom as filled } from './filled-from.ts';
import { references } from './pay-currency.ts';
import { freeTransfersQuery, type PriceQuestion, repeatQuery, usePrice } from './payment.api.ts';

export const useFreeTransfers = () => useQuery(freeTransfersQuery);

export const useStandardFee = (question: PriceQuestion | undefined) => usePrice(question).data?.standardFee;

export const useRepeat = (uid: string | undefined) =>
  useQuery({ ...repeatQuery(uid ?? ''), enabled: uid !== undefined });

export const filledFrom = filled;

export const referenceRules = references;

const kinds: Record<PaymentState, Kind> = {
  draft: 'neutral',
  awaiting_approval: 'warning',
  awaiting_sca: 'warning',
  scheduled: 'info',
  awaiting_funds: 'warning',
  screening: 'info',
  in_review: 'info',
  info_required: 'warning',
  ready: 'info',
  submitted: 'info',
  sent: 'info',
  completed: 'success',
  returned: 'danger',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
};

export function PaymentStatus({ state }: { state: PaymentState }) {
  const t = useTranslations('payment.status');
  const kind = kinds[state];
  return (
    <StatusPill kind={kind} icon={kind === 'info' && <Clock size={14} />}>
      {t(state)}
    </StatusPill>
  );
}
