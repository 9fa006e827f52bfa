import type { PaymentView } from '@larkmere/contract/payment';
import { isWaiting } from '@larkmere/contract/payment-waiting';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { DocumentsPart } from '../document/document.tsx';
import { failureOf } from '../kernel/errors.ts';
import { findScreen, opensFor } from '../kernel/guards.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { ReceiptButton } from '../receipt/receipt.tsx';
import { QuestionsPart } from '../review/review.tsx';
import { TeamApprovalPart } from '../team-approval/team-approval.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { CurrencyFlag } from '../ui/CurrencyFlag.tsx';
import { InsteadOf } from '../ui/InsteadOf.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { Timeline } from '../ui/Timeline.tsx';
import { useMoments } from '../ui/use-moments.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { Breakdown, Details } from './PaymentFigures.tsx';
import { paymentQuery, type Reach } from './payment.api.ts';
import { TrackingCard } from './TrackingCard.tsx';
import { useTimeline } from './use-timeline.ts';

export function PaymentDetailPage() {
  const { paymentuid = '' }: { paymentuid?: string } = useParams({ strict: false });
  return <OnePayment uid={paymentuid} reach="domestic" />;
}

export function OnePayment({ uid, reach }: { uid: string; reach: Reach }) {
  const t = useTranslations('payment.detail');
  usePage(t('title'));
  const payment = useQuery(paymentQuery(uid, reach));
  if (payment.data) return <Payment payment={payment.data} reach={reach} />;
  return (
    <InsteadOf
      failure={failureOf(payment.error)}
      words={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      way={
        <Link to={listOf[reach]} className={buttonClass('secondary')}>
          {t('all')}
        </Link>
      }
      onRetry={() => void payment.refetch()}
      className="grid gap-6 lg:grid-cols-2"
    />
  );
}

const listOf = { domestic: paths.pendingPayments, swift: paths.pendingSwift } as const;

function Payment({ payment, reach }: { payment: PaymentView; reach: Reach }) {
  const t = useTranslations('payment');
  const { mayPay, mayTrack } = useRights();
  const timeline = useTimeline(payment);
  const { uid, rail, state, amount, payee, documents, canUpload, teamApproval } = payment;
  const wanted = canUpload ? documents.required : []; // no requests for documents that can no longer be uploaded
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid gap-6">
        <div className="flex items-center gap-4">
          <CurrencyFlag code={amount.currency} size={48} />
          <div className="min-w-0">
            <p>
              <MoneyAmount value={amount} size="lg" />
            </p>
            <p className="text-text-muted">{t('detail.to', { name: payee.name })}</p>
          </div>
        </div>
        <GivenBack payment={payment} />
        <Compensated payment={payment} />
        {teamApproval && <TeamApprovalPart uid={teamApproval.uid} />}
        {state !== 'draft' && (
          <Card title={<span role="status">{t(`status.${state}`)}</span>}>
            <Timeline items={timeline} />
            {isWaiting(state) && <Waiting standing={payment} />}
          </Card>
        )}
        {rail === 'swift' && mayTrack && <TrackingCard payment={payment} />}
        {mayPay && <QuestionsPart paymentUid={uid} />}
        <DocumentsPart paymentUid={uid} reach={mayPay ? 'domestic' : 'swift'} wanted={wanted} />
      </div>
      <div className="grid gap-4">
        <Breakdown payment={payment} />
        <Details payment={payment} />
        {mayPay && <ReceiptButton paymentUid={uid} state={state} />}
        {mayPay && <PaymentActions payment={payment} />}
        <Link to={listOf[reach]} className={buttonClass('quiet', true)}>
          {t('detail.all')}
        </Link>
      </div>
    </div>
  );
}

/** The right to view SWIFT payments and the right to pay are independent of each other. */
function useRights() {
  const session = useSession();
  const pending = findScreen(paths.pendingSwift);
  return { mayPay: session.user.accessRole.payment, mayTrack: pending !== undefined && opensFor(pending, session) };
}

function Compensated({ payment: { compensations } }: { payment: PaymentView }) {
  const t = useTranslations('compensation');
  const { at } = useMoments();
  return compensations.map(({ amount, paidAt, takenBackAt }) =>
    takenBackAt ? (
      <Notice key={paidAt} kind="info" title={t('titleBack', { amount: moneyText(amount) })}>
        {t('textBack', { when: at(takenBackAt) })}
      </Notice>
    ) : (
      <Notice key={paidAt} kind="success" title={t('title', { amount: moneyText(amount) })}>
        {t('text', { when: at(paidAt) })}
      </Notice>
    ),
  );
}

function GivenBack({ payment: { state, amount, total, reason } }: { payment: PaymentView }) {
  const t = useTranslations('payment.detail');
  if (
    state !== 'draft' &&
    state !== 'returned' &&
    state !== 'rejected' &&
    state !== 'failed' &&
    state !== 'cancelled' &&
    state !== 'expired'
  )
    return null;
  return (
    <Notice kind={state === 'cancelled' || state === 'draft' ? 'neutral' : 'danger'} title={t(`back.${state}`)}>
      {t(`backText.${state}`, { amount: moneyText(amount), total: moneyText(total) })} {reason}
    </Notice>
  );
}
