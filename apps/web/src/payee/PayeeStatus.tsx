import type { PayeeView } from '@larkmere/contract/payee';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

type Props = { payee: Pick<PayeeView, 'status' | 'teamApproval'> };

const kinds: Record<PayeeView['status'], Kind> = {
  approved: 'success',
  pending: 'info',
  reject: 'danger',
  disabled: 'warning',
};

export function PayeeStatus({ payee: { status, teamApproval } }: Props) {
  const t = useTranslations('payee.status');
  if (status === 'pending' && teamApproval?.state === 'open')
    return <StatusPill kind="warning">{t('team')}</StatusPill>;
  return <StatusPill kind={kinds[status]}>{t(status)}</StatusPill>;
}
