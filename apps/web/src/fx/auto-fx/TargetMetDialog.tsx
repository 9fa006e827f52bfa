import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { useLocale, useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatWeekdayTime } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import type { TargetMet } from './target-met.ts';

type Props = { targetMet: TargetMet; busy?: boolean; onExchange: () => void; onChange: () => void };

export function TargetMetDialog({ targetMet: { rate, sold, bought, opensAt }, busy, onExchange, onChange }: Props) {
  const t = useTranslations('autoFx.met');
  const locale = useLocale();
  const words = { rate: formatDisplayedRate(rate), when: opensAt ? formatWeekdayTime(new Date(opensAt), locale) : '' };
  const amounts = sold && bought && t('amounts', { sold: moneyText(sold), bought: moneyText(bought) });
  return (
    <ConfirmDialog
      title={t('title')}
      text={`${t(opensAt ? 'textClosed' : 'text', words)} ${amounts ?? ''}`.trim()}
      confirmLabel={t(opensAt ? 'confirmClosed' : 'confirm')}
      cancelLabel={t('change')}
      busy={busy ?? false}
      onConfirm={onExchange}
      onCancel={onChange}
    />
  );
}
