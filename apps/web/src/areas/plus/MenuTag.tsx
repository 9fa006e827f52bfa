import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../kernel/call.ts';
import { endpoints } from '../../kernel/endpoints.ts';
import { keys } from '../../kernel/keys.ts';
import { useFreeTransfers } from '../../payment/payment.tsx';

/** A count beside a menu item. Where it cannot be loaded the menu works without it. */
export const MenuTag = ({ tag }: { tag: 'freeTransfers' | 'pendingPayments' }) =>
  tag === 'freeTransfers' ? <FreeTransfers /> : <PendingPayments />;

function FreeTransfers() {
  const t = useTranslations('shell');
  const { data } = useFreeTransfers();
  if (!data || data.length === 0) return null;
  return <Tag look="bg-accent-soft text-accent-text">{t('freeTransfers', { count: data.length })}</Tag>;
}

function PendingPayments() {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: keys.pendingCount,
    queryFn: ({ signal }) => call(endpoints.bankAccount.count, {}, { signal }),
    meta: { shown: true },
  });
  if (!data || data.pendingPayments === 0) return null;
  return <Tag look="bg-info-soft text-info">{t('pending', { count: data.pendingPayments })}</Tag>;
}

/** Smaller than a pill, so that the longest label of the menu still stands on one line beside it. */
const Tag = ({ look, children }: { look: string; children: string }) => (
  <span className={`-mr-1 -ml-2 rounded-full px-1.5 text-caption leading-5 font-semibold whitespace-nowrap ${look}`}>
    {children}
  </span>
);
