import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FileSpreadsheet, Globe } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { paymentScreenPath, useIsPayable, usePayees } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass, linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { type DomesticCurrency, domesticCurrencies, freeTransfersQuery } from '../payment/payment.tsx';
import { payingAccounts } from './paying-accounts.ts';
import { usePaymentPrice } from './use-payment-price.ts';

const maxRecentPayees = 5;

export function PaymentTypesPage() {
  const t = useTranslations('payment');
  useSetPageTitle(t('title'));
  const free = useQuery(freeTransfersQuery);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <section className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-h1 font-bold">{t('types.heading')}</h2>
          {free.data && <StatusPill kind="accent">{t('types.free', { count: free.data.length })}</StatusPill>}
        </div>
        {domesticCurrencies.map((currency) => (
          <CurrencyCard key={currency} currency={currency} />
        ))}
        <SwiftCard />
        <BulkCard />
      </section>
      <RecentPayees />
    </div>
  );
}

function CurrencyCard({ currency }: { currency: DomesticCurrency }) {
  const t = useTranslations('payment');
  const accounts = useAccounts();
  const source = payingAccounts(accounts.data, currency)?.[0];
  const { probe, off } = usePaymentPrice(source, { amount: '', scheme: 'auto' }, currency);
  const blocked =
    off ?? (accounts.data && !source ? t('types.noAccount', { currency: t(`words.${currency}`) }) : undefined);
  const fee = probe && moneyText(probe.standardFee);
  return (
    <Card>
      <div className="flex items-start gap-4">
        <CurrencyFlag code={currency} size={40} />
        <div className="min-w-0 flex-1">
          <h3 className="text-h2 font-bold">{t(`titles.${currency}`)}</h3>
          <p className="text-text-muted">{t(`types.about.${currency}`)}</p>
          <ul className="mt-2 text-small text-text-muted">
            <li>{t(`types.speed.${currency}`)}</li>
            {fee && <li>{probe.freeTransfer.used ? t('types.freeFee', { fee }) : t('types.fee', { fee })}</li>}
          </ul>
          {blocked === undefined ? (
            <Link to={paths.paymentIn(currency)} className={`${buttonClass()} mt-4`}>
              {t('types.start', { currency: t(`words.${currency}`) })}
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

const lastPaidPayees = (payees: readonly PayeeView[]): PayeeView[] =>
  payees
    .filter(({ lastPaidAt }) => lastPaidAt !== null)
    .toSorted((a, b) => (b.lastPaidAt ?? '').localeCompare(a.lastPaidAt ?? ''))
    .slice(0, maxRecentPayees);

function BulkCard() {
  const t = useTranslations('payment.types.file');
  return (
    <Card>
      <div className="flex items-start gap-4">
        <FileSpreadsheet size={40} className="shrink-0 text-text-muted" />
        <div className="min-w-0 flex-1">
          <h3 className="text-h2 font-bold">{t('title')}</h3>
          <p className="text-text-muted">{t('text')}</p>
          <Link to={paths.paymentBulk} className={`${buttonClass('secondary')} mt-4`}>
            {t('action')}
          </Link>
        </div>
      </div>
    </Card>
  );
}

function SwiftCard() {
  const t = useTranslations('payment');
  const { swiftState } = useSession();
  return (
    <Card>
      <div className="flex items-start gap-4">
        <Globe size={40} className="shrink-0 text-text-muted" />
        <div className="min-w-0 flex-1">
          <h3 className="text-h2 font-bold">{t('types.swift.title')}</h3>
          <p className="text-text-muted">{t('types.swift.about')}</p>
          <p className="mt-2 text-small text-text-muted">{t('types.swift.speed')}</p>
          {swiftState ? (
            <Link to={paths.paymentAbroad} className={`${buttonClass()} mt-4`}>
              {t('types.swift.start')}
            </Link>
          ) : (
            <div className="mt-4">
              <Notice kind="warning" title={t('types.off')}>
                {t('types.swift.off')}
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
  const payees = usePayees();
  const isPayable = useIsPayable();
  const recent = payees.data && lastPaidPayees(payees.data.filter(isPayable));
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

const RecentPayee = ({ payee }: { payee: PayeeView }) => (
  <Link
    {...linkTo(paymentScreenPath(payee))}
    className="flex items-center gap-3 px-5 py-3 -outline-offset-3 transition-colors hover:bg-sunken"
  >
    <Avatar name={payee.name} />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{payee.nickname ?? payee.name}</span>
      <span className="figures block text-small text-text-muted">{payee.summary}</span>
    </span>
    <ChevronRight size={18} className="shrink-0 text-text-muted" />
  </Link>
);
