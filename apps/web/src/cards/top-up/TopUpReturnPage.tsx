import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { BankReturn } from '../../payments/open-banking/open-banking.tsx';
import { toQueryFailure } from '../../platform/failures.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { currentSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus } from '../../ui/PendingStatus.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { Timeline, type TimelineItem } from '../../ui/Timeline.tsx';
import { useCardName } from '../card/card.tsx';
import { isFinal } from './polling.ts';
import { type TopUp, usePolledTopUp } from './top-up.api.ts';

/** The result of adding money, by card or from another bank. Nothing in the address is trusted but the id. */
export function TopUpReturnPage() {
  const t = useTranslations('deposit.result');
  useSetPageTitle(t('title'));
  const { uid, state, payment }: { uid?: string; state?: string; payment?: string } = useSearch({ strict: false });
  const content = () => {
    if (state || payment) return <BankReturn />;
    if (!currentSession()) return <SignedOut />;
    return uid ? <Result uid={uid} /> : <Missing />;
  };
  return (
    <div className="grid gap-6">
      <PageHeading title={t('title')} />
      {content()}
    </div>
  );
}

function SignedOut() {
  const t = useTranslations('deposit.result');
  const { searchStr } = useLocation();
  const comeBack = () => {
    navigation.afterLogin = `${paths.topUpReturn}${searchStr}`;
  };
  return (
    <Card>
      <EmptyState
        title={t('signedOut')}
        action={
          <Link to={paths.login} className={buttonClass()} onClick={comeBack}>
            {t('login')}
          </Link>
        }
      >
        {t('signedOutText')}
      </EmptyState>
    </Card>
  );
}

const HomeLink = () => {
  const t = useTranslations('deposit.result');
  return (
    <Link to={paths.home} className={buttonClass('secondary')}>
      {t('home')}
    </Link>
  );
};

function Missing() {
  const t = useTranslations('deposit.result');
  return (
    <Card>
      <EmptyState title={t('missing')} action={<HomeLink />}>
        {t('missingText')}
      </EmptyState>
    </Card>
  );
}

function Result({ uid }: { uid: string }) {
  const t = useTranslations('deposit.result');
  const { topUp, tired, again } = usePolledTopUp(uid);
  if (!topUp.data)
    return (
      <QueryFallback
        failure={toQueryFailure(topUp.error)}
        texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
        action={<HomeLink />}
        onRetry={() => void topUp.refetch()}
      />
    );
  const { waiting, state } = topUp.data;
  return (
    <div className="grid gap-5">
      <Outcome topUp={topUp.data} />
      <Details topUp={topUp.data} />
      <Card title={t('steps')}>
        <Steps topUp={topUp.data} />
        {waiting && <PendingStatus standing={waiting} />}
        {!isFinal(state) && (
          <div className="mt-6 grid gap-3 border-t border-line pt-4">
            <p role="status" className="text-small">
              {tired ? t('stoppedChecking') : t('checking')}
            </p>
            {tired && (
              <Button kind="secondary" className="w-fit" onClick={again}>
                {t('again')}
              </Button>
            )}
          </div>
        )}
      </Card>
    </div>
  );
}

function Outcome({ topUp }: { topUp: TopUp }) {
  const t = useTranslations('deposit.result');
  const { state, amount, reason, bankholderid, challengeUrl } = topUp;
  const wallet = (
    <Link to={paths.walletAccount(amount.currency, bankholderid)} className={buttonClass('secondary')}>
      {t('wallet')}
    </Link>
  );
  const retry = (
    <Link
      {...linkTo(paths.walletDepositTo({ to: bankholderid, amount: amount.amount }))}
      className={buttonClass('secondary')}
    >
      {t('retry')}
    </Link>
  );
  switch (state) {
    case 'captured':
      return <Notice kind="success" title={t('captured', { amount: moneyText(amount) })} action={wallet} />;
    case 'declined':
      return (
        <Notice kind="danger" title={t('declined')} action={retry}>
          {reason}
        </Notice>
      );
    case 'cancelled':
    case 'expired':
      return (
        <Notice kind="neutral" title={t(state === 'cancelled' && reason !== null ? 'stopped' : state)} action={retry}>
          {reason ?? t('cancelledText')}
        </Notice>
      );
    case 'refunded':
    case 'charged_back':
      return (
        <Notice kind="warning" title={t(state, { amount: moneyText(amount) })} action={wallet}>
          {t('wentBackText')}
        </Notice>
      );
    case 'created':
    case 'awaiting_challenge':
    case 'authorised':
      return (
        <Notice
          kind="info"
          title={t('waiting')}
          action={
            challengeUrl && (
              <a href={challengeUrl} className={buttonClass()}>
                <ExternalLink size={18} />
                {t('confirm')}
              </a>
            )
          }
        />
      );
  }
}

const notTaken: readonly TopUp['state'][] = ['declined', 'cancelled', 'expired'];

function Details({ topUp: { amount, fee, charge, card, reference, state } }: { topUp: TopUp }) {
  const t = useTranslations('deposit.result');
  const name = useCardName()(card);
  return (
    <Card>
      <SummaryList
        rows={[
          ...(notTaken.includes(state)
            ? [{ label: t('notTaken'), value: <MoneyAmount value={amount} /> }]
            : [
                { label: t('amount'), value: <MoneyAmount value={amount} className="text-h2 font-bold" /> },
                { label: t('fee'), value: <MoneyAmount value={fee} /> },
                { label: t('charge'), value: <MoneyAmount value={charge} /> },
              ]),
          { label: t('card'), value: name },
          { label: t('reference'), value: <span className="figures">{reference}</span> },
        ]}
      />
    </Card>
  );
}

function Steps({ topUp: { timeline, state } }: { topUp: TopUp }) {
  const t = useTranslations('deposit.step');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const items = timeline.map(
    (step, place): TimelineItem => ({
      title: t(step.state),
      state: place < timeline.length - 1 || state === 'captured' ? 'done' : isFinal(state) ? 'failed' : 'now',
      at: formatDateTime(new Date(step.at), locale, now),
    }),
  );
  return <Timeline items={items} />;
}
