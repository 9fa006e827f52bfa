import { useTranslations } from 'use-intl';
import { CopyField } from '../../ui/CopyField.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import type { IssuedCard } from './issued-card.api.ts';

const steps = ['placed', 'checks', 'printing', 'shipped', 'delivered'] as const;

type Props = Readonly<{ order: NonNullable<IssuedCard['order']> }>;

export function DeliveryStatus({ order: { state, tracking, expectedOn, to } }: Props) {
  const t = useTranslations('issuedCard.delivery');
  const { day } = useDateText();
  const current = (steps as readonly string[]).indexOf(state);
  const hasArrived = state === 'delivered';
  const title = t(hasArrived ? 'arrivedTitle' : 'title', { to });
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-4">
      <p className="font-semibold">{title}</p>
      <Stepper label={title} steps={steps.map((step) => t(`step.${step}`))} current={current} />
      {expectedOn && !hasArrived && (
        <p className="text-small text-text-muted">{t('expected', { day: day(expectedOn) })}</p>
      )}
      {tracking && (
        <dl>
          <CopyField label={t('tracking')} value={tracking} />
        </dl>
      )}
      <p className="text-small">{t(hasArrived ? 'activateNow' : 'activateText')}</p>
    </div>
  );
}
