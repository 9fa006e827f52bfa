import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hasFilter, type ListReach, type PaymentListFilter } from './payment-list-filter.ts';

type Props = { reach: ListReach; filter: PaymentListFilter; choose: (change: Partial<PaymentListFilter>) => void };

const cleared = { bankholderid: undefined, search: undefined, startdate: undefined, enddate: undefined };

export function NoPayments({ reach, filter, choose }: Props) {
  const t = useTranslations('paymentList');
  const { user, userType } = useSession();
  const mayPay = canInitiate(user, 'payment');
  const form = userType === 'wallet' ? paths.walletSend : reach === 'swift' ? paths.paymentAbroad : paths.payment;
  const isFiltered = hasFilter(filter);
  const pay = mayPay && (
    <Link to={form} className={buttonClass('secondary')}>
      {t('make')}
    </Link>
  );
  const clear = (
    <Button kind="secondary" onClick={() => choose({ ...cleared, group: 'all' })}>
      {t('clear')}
    </Button>
  );
  const text = filter.group === 'all' ? t('noneYet') : t(`noneIn.${filter.group}`);
  return (
    <EmptyState title={isFiltered ? t('noneFound') : t('none')} action={isFiltered ? clear : pay}>
      {isFiltered ? t('noneOther') : text}
    </EmptyState>
  );
}
