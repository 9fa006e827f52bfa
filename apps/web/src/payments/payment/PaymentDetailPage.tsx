import type { PaymentView } from '@larkmere/contract/payments/payment';
import { isWaiting } from '@larkmere/contract/payments/payment-waiting-states';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ApprovalSection } from '../../approvals/approval/approval.tsx';
import { QuestionsSection } from '../../back-office/review/review.tsx';
import { DocumentsSection } from '../../checks/document/document.tsx';
import { toQueryFailure } from '../../platform/failures.ts';
import { canOpenScreen, findScreen } from '../../platform/navigation/guards.ts';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus } from '../../ui/PendingStatus.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { ReceiptButton } from '../receipt/receipt.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { PaymentBreakdown, PaymentDetails } from './PaymentBreakdown.tsx';
import { paymentQuery, type Reach } from './payment.api.ts';
import { TrackingCard } from './TrackingCard.tsx';
import { useTimeline } from './use-timeline.ts';

export function PaymentDetailPage() {
  const { paymentuid = '' }: { paymentuid?: string } = useParams({ strict: false });
  return <PaymentDetail uid={paymentuid} reach="domestic" />;
}

export function PaymentDetail({ uid, reach }: { uid: string; reach: Reach }) {
  const t = useTranslations('payment.detail');
  useSetPageTitle(t('title'));
  const payment = useQuery(paymentQuery(uid, reach));
  if (payment.data) return <PaymentContent payment={payment.data} reach={reach} />;
  return (
    <QueryFallback
      failure={toQueryFailure(payment.error)}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      action={
        <OwnLink address={listPaths[reach]} className={buttonClass('secondary')}>
          {t('all')}
        </OwnLink>
      }
      onRetry={() => void payment.refetch()}
      className="grid gap-6 lg:grid-cols-2"
    />
  );
}

const listPaths = { domestic: paths.payments, swift: paths.pendingSwift } as const;

function PaymentContent({ payment, reach }: { payment: PaymentView; reach: Reach }) {
  const t = useTranslations('payment');
  const { mayPay, mayTrack } = useRights();
  const status = useTranslations('paymentStatus');
  const timeline = useTimeline(payment);
  const { uid, rail, state, amount, payee, documents, canUpload, approvalRequest } = payment;
  const requiredTypes = canUpload ? documents.required : []; // no requests for documents that can no longer be uploaded
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
        <NotSentNotice payment={payment} />
        <CompensationNotices payment={payment} />
        {approvalRequest && <ApprovalSection uid={approvalRequest.uid} />}
        {state !== 'draft' && (
          <Card title={<span role="status">{status(state)}</span>}>
            <Timeline items={timeline} />
            {isWaiting(state) && <PendingStatus standing={payment} />}
          </Card>
        )}
        {rail === 'swift' && mayTrack && <TrackingCard payment={payment} />}
        {mayPay && <QuestionsSection paymentUid={uid} />}
        <DocumentsSection paymentUid={uid} reach={mayPay ? 'domestic' : 'swift'} requiredTypes={requiredTypes} />
      </div>
      <div className="grid gap-4">
        <PaymentBreakdown payment={payment} />
        <PaymentDetails payment={payment} />
        {mayPay && <ReceiptButton paymentUid={uid} state={state} />}
        {mayPay && <PaymentActions payment={payment} />}
        <OwnLink address={listPaths[reach]} className={buttonClass('quiet', true)}>
          {t('detail.all')}
        </OwnLink>
      </div>
    </div>
  );
}

/** The right to view SWIFT payments and the right to pay are independent of each other. */
function useRights() {
  const session = useSession();
  const pending = findScreen(paths.pendingSwift);
  return {
    mayPay: session.user.accessRole.payment,
    mayTrack:
      session.userType === 'wallet'
        ? session.user.accessRole.swiftpending
        : pending !== undefined && canOpenScreen(pending, session),
  };
}

function CompensationNotices({ payment: { compensations } }: { payment: PaymentView }) {
  const t = useTranslations('compensation');
  const { at } = useDateTimeTexts();
  return compensations.map(({ amount, paidAt, reversedAt }) =>
    reversedAt ? (
      <Notice key={paidAt} kind="info" title={t('titleBack', { amount: moneyText(amount) })}>
        {t('textBack', { when: at(reversedAt) })}
      </Notice>
    ) : (
      <Notice key={paidAt} kind="success" title={t('title', { amount: moneyText(amount) })}>
        {t('text', { when: at(paidAt) })}
      </Notice>
    ),
  );
}

function NotSentNotice({ payment }: { payment: PaymentView }) {
  const { state, amount, total, reason, executionDate, balanceAfter } = payment;
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
  // A payment on a later day takes its money when the day comes.
  const isReserved = executionDate === null || balanceAfter !== null;
  return (
    <Notice kind={state === 'cancelled' || state === 'draft' ? 'neutral' : 'danger'} title={t(`back.${state}`)}>
      {t(`backText.${isReserved ? state : 'neverReserved'}`, { amount: moneyText(amount), total: moneyText(total) })}{' '}
      {reason}
    </Notice>
  );
}
