import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../kernel/call.ts';
import { endpoints } from '../../kernel/endpoints.ts';
import { keys } from '../../kernel/keys.ts';
import { useFreeTransfers } from '../../payment/payment.tsx';
import type { MenuItem, Waiting } from './menu.ts';

/** A count beside a menu item. Where it cannot be loaded the menu works without it. */
export function MenuTag({ tag }: { tag: NonNullable<MenuItem['tag']> }) {
  if (tag === 'freeTransfers') return <FreeTransfers />;
  return tag === 'teamApprovals' ? <TeamApprovals /> : <Pending of={tag} />;
}

function FreeTransfers() {
  const t = useTranslations('shell');
  const { data } = useFreeTransfers();
  if (!data || data.length === 0) return null;
  return <Tag look="bg-accent-soft text-accent-text">{t('freeTransfers', { count: data.length })}</Tag>;
}

function Pending({ of }: { of: Waiting }) {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: keys.pendingCount,
    queryFn: ({ signal }) => call(endpoints.bankAccount.count, {}, { signal }),
    meta: { shown: true },
  });
  if (!data || data[of] === 0) return null;
  return <Tag look="bg-info-soft text-info">{t('pending', { count: data[of] })}</Tag>;
}

function TeamApprovals() {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: keys.teamApprovalCount,
    queryFn: ({ signal }) => call(endpoints.teamApproval.count, {}, { signal }),
    meta: { shown: true },
  });
  if (!data || data.waiting === 0) return null;
  return <Tag look="bg-warning-soft text-warning">{t('approvals', { count: data.waiting })}</Tag>;
}

/** Smaller than a pill, so that the longest label of the menu still stands on one line beside it. */
const Tag = ({ look, children }: { look: string; children: string }) => (
  <span className={`-mr-1 -ml-2 rounded-full px-1.5 text-caption leading-5 font-semibold whitespace-nowrap ${look}`}>
    {children}
  </span>
);
