import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFreeTransfers } from '../../payments/payment/payment.tsx';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { MenuTagKey, PendingCount } from './menu.ts';

export function MenuTag({ tag }: { tag: MenuTagKey }) {
  if (tag === 'freeTransfers') return <FreeTransfersTag />;
  return tag === 'teamApprovals' ? <ApprovalsTag /> : <PendingTag of={tag} />;
}

function FreeTransfersTag() {
  const t = useTranslations('shell');
  const { data } = useFreeTransfers();
  if (!data || data.length === 0) return null;
  return <Tag look="bg-accent-soft text-accent-text">{t('freeTransfers', { count: data.length })}</Tag>;
}

const tagClasses: Record<'payments' | PendingCount, string> = {
  payments: 'bg-info-soft text-info',
  pendingPayments: 'bg-info-soft text-info',
  pendingSwift: 'bg-info-soft text-info',
  payeesWaiting: 'bg-info-soft text-info',
  standingOrdersToDecide: 'bg-warning-soft text-warning',
  dealsToAnswer: 'bg-warning-soft text-warning',
};

function PendingTag({ of }: { of: 'payments' | PendingCount }) {
  const t = useTranslations('shell.waiting');
  const { data } = useQuery({
    queryKey: queryKeys.waitingCounts,
    queryFn: ({ signal }) => call(endpoints.bankAccount.count, {}, { signal }),
  });
  const count = of === 'payments' ? data && data.pendingPayments + data.pendingSwift : data?.[of];
  if (!count) return null;
  return <Tag look={tagClasses[of]}>{t(of, { count: formatCount(count) })}</Tag>;
}

function ApprovalsTag() {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: queryKeys.teamApprovalCount,
    queryFn: ({ signal }) => call(endpoints.approval.count, {}, { signal }),
  });
  if (!data || data.waiting === 0) return null;
  return <Tag look="bg-warning-soft text-warning">{t('approvals', { count: formatCount(data.waiting) })}</Tag>;
}

const formatCount = (count: number): string => (count > 99 ? '99+' : String(count));

const Tag = ({ look, children }: { look: string; children: string }) => (
  <span className={`-mr-1 -ml-2 rounded-full px-1.5 text-caption leading-5 font-semibold whitespace-nowrap ${look}`}>
    {children}
  </span>
);
