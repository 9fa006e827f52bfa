import type { PayeeView } from '@larkmere/contract/payee';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

type Status = PayeeView['status'];

const kinds: Record<Status, Kind> = { approved: 'success', pending: 'info', reject: 'danger', disabled: 'warning' };

/** A payee whose kind of payment is not built yet is approved, and nothing more is promised. */
export function PayeeStatus({ status, payable = true }: { status: Status; payable?: boolean }) {
  const t = useTranslations('payee.status');
  return <StatusPill kind={kinds[status]}>{t(status === 'approved' && !payable ? 'notPayable' : status)}</StatusPill>;
}
