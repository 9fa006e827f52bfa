import type { TrackedBank } from '@larkmere/contract/payments/international';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { moneyText } from '../../ui/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Timeline, type TimelineItem } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { trackingQuery } from './payment.api.ts';

export function TrackingCard({ payment }: { payment: PaymentView }) {
  const t = useTranslations('paymentForm.tracking');
  const { uid, state, uetr, charges } = payment;
  const tracking = useQuery(trackingQuery(uid, state));
  const items = useBanks(tracking.data?.banks ?? []);
  return (
    <Card title={t('title')}>
      {tracking.isPending && <Skeleton shape="row" count={2} />}
      {tracking.error && !tracking.data && (
        <ErrorState title={t('failed')} text={failureText(tracking.error)} onRetry={() => void tracking.refetch()} />
      )}
      {tracking.data &&
        (items.length > 0 ? <Timeline items={items} /> : <p className="text-text-muted">{t('none')}</p>)}
      <dl className="mt-4 grid gap-2 border-t border-line pt-4">
        <CopyField label={t('uetr')} value={uetr} />
      </dl>
      {charges && (
        <p className="mt-3 text-small">
          {charges.deducted
            ? t('compared', { expected: moneyText(charges.expected), kept: moneyText(charges.deducted) })
            : t('expected', { expected: moneyText(charges.expected) })}
        </p>
      )}
    </Card>
  );
}

function useBanks(banks: readonly TrackedBank[]): TimelineItem[] {
  const t = useTranslations('paymentForm.tracking');
  const { at } = useDateTimeTexts();
  return banks.map(({ bic, name, at: moment, step, deducted }) => ({
    title: t(`step.${step}`, { bank: name ?? bic ?? t('unnamed') }),
    state: step === 'refused' ? 'failed' : 'done',
    at: at(moment),
    note: [bic, deducted && t('kept', { amount: moneyText(deducted) })].filter(Boolean).join(' · '),
  }));
}
