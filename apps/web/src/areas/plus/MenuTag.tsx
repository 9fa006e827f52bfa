import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../kernel/call.ts';
import { endpoints } from '../../kernel/endpoints.ts';
import { keys } from '../../kernel/keys.ts';
import { useFreeTransfers } from '../../payment/payment.tsx';
import type { MenuItem, Waiting } from './menu.ts';

export function MenuTag({ tag }: { tag: NonNullable<MenuItem['tag']> }) {
  if (tag === 'freeTransfers') return <FreeTransfers />;
  return tag === 'teamApprovals' ? <TeamApprovals /> : <Counted of={tag} />;
}

function FreeTransfers() {
  const t = useTranslations('shell');
  const { data } = useFreeTransfers();
  if (!data || data.length === 0) return null;
  return <Tag look="bg-accent-soft text-accent-text">{t('freeTransfers', { count: data.length })}</Tag>;
}

const looks: Record<Waiting, string> = {
  pendingPayments: 'bg-info-soft text-info',
  pendingSwift: 'bg-info-soft text-info',
  payeesWaiting: 'bg-info-soft text-info',
  standingQuestions: 'bg-warning-soft text-warning',
  dealsToAnswer: 'bg-warning-soft text-warning',
};

function Counted({ of }: { of: Waiting }) {
  const t = useTranslations('shell.waiting');
  const { data } = useQuery({
    queryKey: keys.waitingCounts,
    queryFn: ({ signal }) => call(endpoints.bankAccount.count, {}, { signal }),
  });
  if (!data || data[of] === 0) return null;
  return <Tag look={looks[of]}>{t(of, { count: shown(data[of]) })}</Tag>;
}

function TeamApprovals() {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: keys.teamApprovalCount,
    queryFn: ({ signal }) => call(endpoints.teamApproval.count, {}, { signal }),
  });
  if (!data || data.waiting === 0) return null;
  return <Tag look="bg-warning-soft text-warning">{t('approvals', { count: shown(data.waiting) })}</Tag>;
}

const shown = (count: number): string => (count > 99 ? '99+' : String(count));

const Tag = ({ look, children }: { look: string; children: string }) => (
  <span className={`-mr-1 -ml-2 rounded-full px-1.5 text-caption leading-5 font-semibold whitespace-nowrap ${look}`}>
    {children}
  </span>
);
