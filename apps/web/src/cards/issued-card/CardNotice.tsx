import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { IssuedCard } from './issued-card.api.ts';

const stopReasons = ['payment_shortfall', 'suspected_fraud', 'account_status', 'person_suspended', 'staff'] as const;

/** What the state means for payments, and what to do. */
export function CardNotice({ card }: { card: IssuedCard }) {
  const t = useTranslations('issuedCard.notice');
  const { state, stop, permissions, replacedBy } = card;
  switch (state) {
    case 'frozen':
      return (
        <Notice kind="info" title={t('frozen')}>
          {t('frozenText')} {!permissions.unfreeze && stop?.by !== 'you' && t('frozenByOther')}
        </Notice>
      );
    case 'stopped':
      return (
        <Notice kind="warning" title={t('stopped')}>
          {t(`stoppedReason.${stopReasons.find((each) => each === stop?.reason) ?? 'other'}`)}{' '}
          {stop?.reason === 'payment_shortfall' && (
            <Link to={paths.receiveMoney} className={linkClass}>
              {t('addMoney')}
            </Link>
          )}
        </Notice>
      );
    case 'blocked':
      return <Notice kind="neutral" title={t('blocked')} />;
    case 'closed':
      if (stop?.reason === 'order_cancelled') return <NotIssued />;
      return stop?.reason === 'order_returned' ? (
        <Notice kind="warning" title={t('returned')}>
          {t('returnedText')}
        </Notice>
      ) : (
        <Notice kind="neutral" title={t('blocked')} />
      );
    case 'expired':
      return (
        <Notice kind="neutral" title={t('expired')}>
          {t('expiredText')}
        </Notice>
      );
    case 'rejected':
      return <NotIssued />;
    case 'ordered':
      return (
        <Notice kind="info" title={t('ordered')}>
          {t(`orderedText.${card.format}`)}
        </Notice>
      );
    case 'active':
    case 'inactive':
      return state === 'active' && replacedBy !== null ? <Notice kind="info" title={t('expiresSoon')} /> : null;
  }
}

function NotIssued() {
  const t = useTranslations('issuedCard.notice');
  return (
    <Notice kind="danger" title={t('rejected')}>
      {t('rejectedText')}
    </Notice>
  );
}
