import type { PayeeView } from '@larkmere/contract/payee';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

type Status = PayeeView['status'];

const kinds: Record<Status, Kind> = { approved: 'success', pending: 'info', reject: 'danger', disabled: 'warning' };

export function PayeeStatus({ status }: { status: Status }) {
  const t = useTranslations('payee.status');
  return <StatusPill kind={kinds[status]}>{t(status)}</StatusPill>;
}
