import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../kernel/call.ts';
import { endpoints } from '../../kernel/endpoints.ts';
import { keys } from '../../kernel/keys.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';

/** A count beside a menu item. Where it cannot be loaded the menu works without it. */
export const MenuTag = ({ tag }: { tag: 'freeTransfers' | 'pendingPayments' }) =>
  tag === 'freeTransfers' ? <FreeTransfers /> : <PendingPayments />;

function FreeTransfers() {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: keys.freeTransfers,
    queryFn: ({ signal }) => call(endpoints.payment.freeTrades, {}, { signal }),
    meta: { shown: true },
  });
  return data && data.length > 0 && <StatusPill kind="accent">{t('freeTransfers', { count: data.length })}</StatusPill>;
}

function PendingPayments() {
  const t = useTranslations('shell');
  const { data } = useQuery({
    queryKey: keys.pendingCount,
    queryFn: ({ signal }) => call(endpoints.bankAccount.count, {}, { signal }),
    meta: { shown: true },
  });
  return (
    data &&
    data.pendingPayments > 0 && <StatusPill kind="info">{t('pending', { count: data.pendingPayments })}</StatusPill>
  );
}
