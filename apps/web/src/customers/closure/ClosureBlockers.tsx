import type { ClosureBlockerKind, ClosureView } from '@larkmere/contract/customers/closure';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';

const pages: Readonly<Partial<Record<ClosureBlockerKind, string>>> = {
  payments: paths.payments,
  approvals: paths.teamApprovals,
  standing_orders: paths.standingOrders,
  auto_fx: paths.autoFx,
  bank_payments: paths.instantPayments,
  card_top_ups: paths.walletDeposit,
  card_payments: paths.card,
  manual_fx: paths.requestFx,
};

export function ClosureBlockers({ blockers }: { blockers: ClosureView['blockers'] }) {
  const t = useTranslations('closure.blockers');
  const isPlus = useSession().userType === 'plus';
  if (blockers.length === 0) return null;
  const pageOf = (kind: ClosureBlockerKind) => (kind === 'upgrade' ? paths.walletUpgrade : isPlus && pages[kind]);
  return (
    <Card title={t('title')}>
      <p className="mb-2 text-text-muted">{t('text')}</p>
      <ul className="divide-y divide-line">
        {blockers.map(({ kind, count }) => {
          const page = pageOf(kind);
          return (
            <li key={kind} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span>{t(kind, { count })}</span>
              {page && (
                <Link to={page} className={linkClass} aria-label={`${t('see')}: ${t(kind, { count })}`}>
                  {t('see')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
