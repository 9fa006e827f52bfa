import type { QuoteView } from '@larkmere/contract/fx';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = { team: NonNullable<QuoteView['team']>; words: 'fx.review' | 'globalPayment.review' };

/** Colleagues approve it at the rate of then: what may come of that at worst is what the PIN agrees to. */
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
