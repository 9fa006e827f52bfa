import { describeRate, describeTarget } from '@larkmere/money/displayed-rate';
import type { FarTarget } from '@larkmere/money/far-target';
import type { Rate } from '@larkmere/money/rate';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type Props = { far: FarTarget; target: Rate; now: Rate; onKeep: () => void; onChange: () => void };

export function FarTargetDialog({ far: { side, percent }, target, now, onKeep, onChange }: Props) {
  const t = useTranslations('targetRate.far');
  return (
    <ConfirmDialog
      title={t('title')}
      text={t(side, { target: describeTarget(target), now: describeRate(now), percent })}
      confirmLabel={t('keep')}
      cancelLabel={t('change')}
      onConfirm={onKeep}
      onCancel={onChange}
    />
  );
}
