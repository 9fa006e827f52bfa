import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

type Props = { payee: Pick<PayeeView, 'status' | 'approvalRequest'> };

const kinds: Record<PayeeView['status'], StatusKind> = {
  approved: 'success',
  pending: 'info',
  reject: 'danger',
  disabled: 'warning',
};

export function PayeeStatus({ payee: { status, approvalRequest } }: Props) {
  const t = useTranslations('payee.status');
  if (status === 'pending' && approvalRequest?.state === 'open')
    return <StatusPill kind="warning">{t('team')}</StatusPill>;
  return <StatusPill kind={kinds[status]}>{t(status)}</StatusPill>;
}
