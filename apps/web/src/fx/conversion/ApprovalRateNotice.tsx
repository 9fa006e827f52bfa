import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { worstCase: NonNullable<QuoteView['team']>; namespace: 'fx.review' | 'makePayment.review' };

/** The exchange happens at the rate at approval time, so the PIN authorises the worst case. */
export function ApprovalRateNotice({ worstCase: { maxDebit, minCredit }, namespace }: Props) {
  const t = useTranslations(namespace);
  return (
    <Notice kind="info" title={t('team')}>
      {t.rich('teamText', {
        most: () => <MoneyAmount value={maxDebit} className="font-bold" />,
        least: () => <MoneyAmount value={minCredit} className="font-bold" />,
      })}
    </Notice>
  );
}
