import type { CardSettlementView } from '@larkmere/contract/back-office/card-settlement';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

const kinds = { reported: 'info', mismatched: 'warning', settled: 'success' } as const;

export function SettlementState({ settlement }: { settlement: CardSettlementView }) {
  const t = useTranslations('manageCardSettlement');
  const { at } = useDateTimeTexts();
  const { state, differences, settledAt } = settlement;
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusPill kind={kinds[state]}>{t(`states.${state}`)}</StatusPill>
      {state === 'mismatched' && (
        <span className="text-caption text-text-muted">{t('differenceCount', { count: differences.length })}</span>
      )}
      {settledAt && <span className="text-caption text-text-muted">{t('settledAt', { when: at(settledAt) })}</span>}
    </span>
  );
}
