import type { QuoteView } from '@larkmere/contract/fx';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = { team: NonNullable<QuoteView['team']>; words: 'fx.review' | 'globalPayment.review' };

/** The exchange happens at the rate at approval time, so the PIN authorises the worst case. */
export function TeamNotice({ team: { most, least }, words }: Props) {
  const t = useTranslations(words);
  return (
    <Notice kind="info" title={t('team')}>
      {t.rich('teamText', {
        most: () => <MoneyAmount value={most} className="font-bold" />,
        least: () => <MoneyAmount value={least} className="font-bold" />,
      })}
    </Notice>
  );
}
