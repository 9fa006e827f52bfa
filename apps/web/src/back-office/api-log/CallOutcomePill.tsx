import type { ApiCall } from '@larkmere/contract/back-office/api-log';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';

/** A number is enough for an answer; what went wrong stands out. */
export function CallOutcomePill({ outcome, status }: Pick<ApiCall, 'outcome' | 'status'>) {
  const t = useTranslations('manageApiLog.outcomes');
  if (outcome === 'no_answer') return <StatusPill kind="danger">{t('no_answer')}</StatusPill>;
  if (outcome === 'failed') return <StatusPill kind="danger">{`${t('failed')} ${status}`}</StatusPill>;
  return <span className={`font-semibold ${outcome === 'refused' ? 'text-warning' : 'text-success'}`}>{status}</span>;
}
