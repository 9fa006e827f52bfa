import type { ApprovalRequestState, ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

const kinds: Record<ApprovalRequestState, StatusKind> = {
  open: 'warning',
  approved: 'success',
  rejected: 'danger',
  recalled: 'neutral',
  expired: 'neutral',
  void: 'danger',
};

export function RequestStatus({ request: { state, permissions } }: { request: ApprovalRequestView }) {
  const t = useTranslations('teamApproval');
  return <StatusPill kind={kinds[state]}>{permissions.approve ? t('yours') : t(`state.${state}`)}</StatusPill>;
}
