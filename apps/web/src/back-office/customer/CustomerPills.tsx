import type { CustomerHeader } from '@larkmere/contract/back-office/customer-file';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

const statusKinds: Record<CustomerHeader['status'], StatusKind> = {
  pending: 'info',
  active: 'success',
  restricted: 'warning',
  suspended: 'danger',
  locked: 'danger',
  dormant: 'neutral',
  closing: 'warning',
  closed: 'neutral',
};
const kycKinds: Partial<Record<CustomerHeader['kycStatus'], StatusKind>> = {
  approved: 'success',
  approved_conditional: 'warning',
  rejected: 'danger',
  expired: 'danger',
};

export function AccountStatusPill({ status }: Pick<CustomerHeader, 'status'>) {
  const t = useTranslations('manageCustomer.status');
  return <StatusPill kind={statusKinds[status]}>{t(status)}</StatusPill>;
}

export function KycStatusPill({ kycStatus }: Pick<CustomerHeader, 'kycStatus'>) {
  const t = useTranslations('manageCustomer.kyc');
  return <StatusPill kind={kycKinds[kycStatus] ?? 'info'}>{t(kycStatus)}</StatusPill>;
}
