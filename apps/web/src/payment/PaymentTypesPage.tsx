import type { PayeeView } from '@larkmere/contract/payee';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { failureText } from '../kernel/errors.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useUsableGbpPayees } from '../payee/payee.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClass, linkClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { CurrencyFlag } from '../ui/CurrencyFlag.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { payingAccounts } from './paying-accounts.ts';
import { freeTransfersQuery } from './payment.api.ts';
import { useGbpPrice } from './use-gbp-price.ts';

const mostRecent = 5;

/** The ways to pay, with what each costs and how fast it is, and the payees of late. */
export function PaymentTypesPage() {
  const t = useTranslations('payment');
  usePage(t('title'));
  const free = useQuery(freeTransfersQuery);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-h1 font-bold">{t('types.heading')}</h2>
          {free.data && <StatusPill kind="accent">{t('types.free', { count: free.data.length })}</StatusPill>}
        </div>
        <PoundsCard />
      </section>
      <RecentPayees />
    </div>
  );
}

/** Stays visible while it is switched off, and says why. */
function PoundsCard() {
  const t = useTranslations('payment');
  const accounts = useAccounts();
  const source = payingAccounts(accounts.data)?.[0];
  const { probe, off } = useGbpPrice(source, '');
  const blocked = off ?? (accounts.data && !source ? t('types.noAccount') : undefined);
  const fee = probe && moneyText(probe.standardFee);
  return (
    <Card>
      <div className="flex items-start gap-4">
        <CurrencyFlag code="GBP" size={40} />
        <div className="min-w-0 flex-1">
          <h3 className="text-h2 font-bold">{t('gbpTitle')}</h3>
          <p className="text-text-muted">{t('types.gbp')}</p>
          <ul className="mt-2 text-small text-text-muted">
            <li>{t('types.speed')}</li>
            {fee && <li>{probe.freeTransfer.used ? t('types.freeFee', { fee }) : t('types.fee', { fee })}</li>}
          </ul>
          {blocked === undefined ? (
            <Link to={paths.paymentGbp} className={`${buttonClass()} mt-4`}>
              {t('types.start')}
            </Link>
          ) : (
            <div className="mt-4">
              <Notice kind="warning" title={off ? t('types.off') : undefined}>
                {blocked}
              </Notice>
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}

function RecentPayees() {
  const t = useTranslations('payment.types');
  const payees = useUsableGbpPayees();
  const recent = payees.data?.filter(({ lastPaidAt }) => lastPaidAt !== null).slice(0, mostRecent);
  return (
    <Card
      flush
      title={t('recent')}
      action={
        <Link to={paths.payee} className={linkClass}>
          {t('all')}
        </Link>
      }
    >
      {payees.isPending && (
        <div className="p-5 pt-0">
          <Skeleton shape="row" count={3} />
        </div>
      )}
      {payees.error && !payees.data && (
        <ErrorState title={t('recentFailed')} text={failureText(payees.error)} onRetry={() => void payees.refetch()} />
      )}
      {recent?.length === 0 && <p className="px-5 pb-5 text-text-muted">{t('recentNone')}</p>}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {recent?.map((payee) => (
          <li key={payee.uid}>
            <RecentPayee payee={payee} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const RecentPayee = ({ payee: { uid, name, nickname, summary } }: { payee: PayeeView }) => (
  <Link
    {...linkTo(paths.payGbpTo(uid))}
    className="flex items-center gap-3 px-5 py-3 -outline-offset-3 transition-colors hover:bg-sunken"
  >
    <Avatar name={name} />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{nickname ?? name}</span>
      <span className="figures block text-small text-text-muted">{summary}</span>
    </span>
    <ChevronRight size={18} className="shrink-0 text-text-muted" />
  </Link>
);
