import type { PayeeView } from '@larkmere/contract/payee';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

type Props = { payee: Pick<PayeeView, 'status' | 'teamApproval'>; payable?: boolean };

const kinds: Record<PayeeView['status'], Kind> = {
  approved: 'success',
  pending: 'info',
  reject: 'danger',
  disabled: 'warning',
};

/** A payee whose kind of payment is not built yet is approved, and nothing more is promised. */
export function PayeeStatus({ payee: { status, teamApproval }, payable = true }: Props) {
  const t = useTranslations('payee.status');
  if (status === 'pending' && teamApproval?.state === 'open')
    return <StatusPill kind="warning">{t('team')}</StatusPill>;
  return <StatusPill kind={kinds[status]}>{t(status === 'approved' && !payable ? 'notPayable' : status)}</StatusPill>;
}
