import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { DomesticCurrency } from '../payment/payment.tsx';

type Props = { currency: DomesticCurrency; payeeUid?: string | undefined };

/** Nobody needs a balance in the payee's currency: we exchange as we pay. */
export function OtherBalanceNotice({ currency, payeeUid }: Props) {
  const t = useTranslations('payment');
  const { userType } = useSession();
  const words = { currency: t(`words.${currency}`) };
  if (userType === 'wallet') return <Notice kind="warning" title={t('types.noAccount', words)} />;
  return (
    <Notice kind="info" title={t('types.noBalance', words)}>
      <div className="grid justify-items-start gap-3">
        {t('types.exchanged')}
        {payeeUid && (
          <Link {...linkTo(paths.payTo('swt', payeeUid))} className={buttonClass('secondary')}>
            {t('types.otherBalance')}
          </Link>
        )}
      </div>
    </Notice>
  );
}
