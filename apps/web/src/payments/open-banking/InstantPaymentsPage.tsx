import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Landmark, Plus } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { PendingStatusLine } from '../../ui/PendingStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { InstantPaymentStatus } from './InstantPaymentStatus.tsx';
import { instantPaymentsQuery } from './open-banking.api.ts';

export function InstantPaymentsPage() {
  const t = useTranslations('instantPayment');
  useSetPageTitle(t('title'));
  const mayStart = canInitiate(useSession().user, 'instant');
  const payments = useQuery(instantPaymentsQuery);
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      <PageIntro
        action={
          mayStart && (
            <Link to={paths.instantPaymentStart} className={buttonClass()}>
              <Plus size={18} />
              {t('start')}
            </Link>
          )
        }
      >
        {t('about')}
      </PageIntro>
      {payments.isPending && <Skeleton shape="row" count={4} />}
      {payments.error && !payments.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(payments.error)} onRetry={() => void payments.refetch()} />
        </Card>
      )}
      {payments.data && (
        <Card flush>
          {payments.data.length === 0 && (
            <EmptyState title={t('none')} icon={<Landmark size={22} />}>
              {t('noneText')}
            </EmptyState>
          )}
          <ul className="divide-y divide-line">
            {payments.data.map((payment) => (
              <li key={payment.uid}>
                <Row payment={payment} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function Row({ payment: { uid, bank, createdAt, note, state, amount, waiting } }: { payment: InstantPaymentView }) {
  const locale = useLocale();
  const now = useNow();
  const when = formatDateTime(new Date(createdAt), locale, now);
  return (
    <Link
      to={paths.instantPayment(uid)}
      className="flex items-center gap-4 px-5 py-3.5 -outline-offset-3 transition-colors hover:bg-sunken"
    >
      <span className="hidden sm:block">
        <Avatar name={bank.name} size={40} />
      </span>
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1">
        <span className="font-semibold">{bank.name}</span>
        <MoneyAmount value={amount} className="text-right font-semibold" />
        <span className="figures text-small text-text-muted wrap-anywhere max-sm:col-span-2">
          {note ? `${when} · ${note}` : when}
        </span>
        <span className="max-sm:col-span-2 sm:justify-self-end">
          <InstantPaymentStatus state={state} />
        </span>
        {waiting && (
          <span className="col-span-full">
            <PendingStatusLine standing={waiting} />
          </span>
        )}
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}
