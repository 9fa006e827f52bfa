import type { RequestState, RequestView } from '@larkmere/contract/team-approval';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

const kinds: Record<RequestState, Kind> = {
  open: 'warning',
  approved: 'success',
  rejected: 'danger',
  recalled: 'neutral',
  expired: 'neutral',
  void: 'danger',
};

export function RequestStatus({ request: { state, may } }: { request: RequestView }) {
  const t = useTranslations('teamApproval');
  return <StatusPill kind={kinds[state]}>{may.approve ? t('yours') : t(`state.${state}`)}</StatusPill>;
}
