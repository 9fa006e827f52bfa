import type { PayeeView } from '@larkmere/contract/payees/payee';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { linkTo } from '../../platform/navigation/search.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { PayeeStatus } from './PayeeStatus.tsx';
import { PayeeTypeLabel } from './PayeeTypeLabel.tsx';
import { usePayeePaths } from './payee-paths.ts';

export const PayeeRow = ({ payee }: { payee: PayeeView }) => (
  <div className="flex items-center pl-2 transition-colors hover:bg-sunken">
    <FavouriteButton payee={payee} />
    <PayeeLink payee={payee} />
  </div>
);

function PayeeLink({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payee.statusText');
  const paid = useTranslations('payeePage.list');
  const locale = useLocale();
  const { view } = usePayeePaths();
  const { name, nickname, summary, status, reason, approvalRequest, lastPaidAt, uid, type, currency } = payee;
  return (
    <Link
      {...linkTo(view(currency, type, uid))}
      className="flex min-w-0 flex-1 items-center gap-4 py-3.5 pr-5 pl-2 -outline-offset-3"
    >
      <Avatar name={name} size={40} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <span className="font-semibold wrap-anywhere">
            <bdi>{nickname ?? name}</bdi>
          </span>
          <span className="shrink-0 text-small text-text-muted">
            {status === 'approved' ? (
              <span className="hidden sm:block">
                {lastPaidAt ? paid('lastPaid', { day: formatDate(new Date(lastPaidAt), locale) }) : paid('neverPaid')}
              </span>
            ) : (
              <PayeeStatus payee={payee} />
            )}
          </span>
        </span>
        {nickname && (
          <span className="block text-small text-text-muted">
            <bdi>{name}</bdi>
          </span>
        )}
        <span className="figures block text-small text-text-muted">{summary}</span>
        <PayeeTypeLabel payee={payee} />
        {status !== 'approved' && approvalRequest && <ApprovalLine approval={approvalRequest} />}
        {status !== 'approved' && !approvalRequest && (
          <span className="block text-small text-text-muted">{reason ?? t(status)}</span>
        )}
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}
