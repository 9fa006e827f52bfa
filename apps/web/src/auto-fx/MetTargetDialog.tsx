import { shownRateText } from '@larkmere/money/rate-text';
import { useLocale, useTranslations } from 'use-intl';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { weekdayTimeText } from '../ui/day.ts';
import { moneyText } from '../ui/money.ts';
import type { MetTarget } from './met-target.ts';

type Props = { met: MetTarget; busy?: boolean; onExchange: () => void; onChange: () => void };

export function MetTargetDialog({ met: { rate, sold, bought, opensAt }, busy, onExchange, onChange }: Props) {
  const t = useTranslations('autoFx.met');
  const locale = useLocale();
  const words = { rate: shownRateText(rate), when: opensAt ? weekdayTimeText(new Date(opensAt), locale) : '' };
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
