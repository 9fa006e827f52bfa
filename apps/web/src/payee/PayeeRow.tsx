import type { PayeeView } from '@larkmere/contract/payee';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { linkTo } from '../kernel/search.ts';
import { TeamApprovalLine } from '../team-approval/team-approval.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { dayText } from '../ui/day.ts';
import { PayeeKind } from './PayeeKind.tsx';
import { PayeeStar } from './PayeeStar.tsx';
import { PayeeStatus } from './PayeeStatus.tsx';
import { usePayeePaths } from './payee-paths.ts';

export const PayeeRow = ({ payee }: { payee: PayeeView }) => (
  <div className="flex items-center pl-2 transition-colors hover:bg-sunken">
    <PayeeStar payee={payee} />
    <PayeeLink payee={payee} />
  </div>
);

function PayeeLink({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payee.statusText');
  const paid = useTranslations('payeePage.list');
  const locale = useLocale();
  const { view } = usePayeePaths();
  const { name, nickname, summary, status, reason, teamApproval, lastPaidAt, uid, type, currency } = payee;
  return (
    <Link
      {...linkTo(view(currency, type, uid))}
      className="flex min-w-0 flex-1 items-center gap-4 py-3.5 pr-5 pl-2 -outline-offset-3"
    >
      <Avatar name={name} size={40} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <span className="font-semibold wrap-anywhere">{nickname ?? name}</span>
          <span className="shrink-0 text-small text-text-muted">
            {status === 'approved' ? (
              <span className="hidden sm:block">
                {lastPaidAt ? paid('lastPaid', { day: dayText(new Date(lastPaidAt), locale) }) : paid('neverPaid')}
              </span>
            ) : (
              <PayeeStatus payee={payee} />
            )}
          </span>
        </span>
        {nickname && <span className="block text-small text-text-muted">{name}</span>}
        <span className="figures block text-small text-text-muted">{summary}</span>
        <PayeeKind payee={payee} />
        {status !== 'approved' && teamApproval && <TeamApprovalLine approval={teamApproval} />}
        {status !== 'approved' && !teamApproval && (
          <span className="block text-small text-text-muted">{reason ?? t(status)}</span>
        )}
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}
