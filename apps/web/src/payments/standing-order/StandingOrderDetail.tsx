import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalSection } from '../../approvals/approval/approval.tsx';
import { failureText, toQueryFailure } from '../../platform/failures.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { OwnLink } from '../../platform/navigation/OwnLink.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatTime } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { EditNextDateDialog } from './EditNextDateDialog.tsx';
import { HeldDate } from './HeldDate.tsx';
import { NextDates, PlanDetails } from './OrderFacts.tsx';
import { PauseAndSkip } from './PauseAndSkip.tsx';
import { StandingOrderHistory } from './StandingOrderHistory.tsx';
import { isFinal, StandingOrderStatus } from './StandingOrderStatus.tsx';
import { standingOrderQuery, useWriteStandingOrder } from './standing-order.api.ts';
import { useCanEdit } from './use-can-edit.ts';
import { usePlanTexts } from './use-plan-texts.ts';

export function StandingOrderDetail({ uid }: { uid: string }) {
  const t = useTranslations('standingOrder');
  const order = useQuery(standingOrderQuery(uid));
  if (order.data) return <OrderDetail order={order.data} />;
  return (
    <QueryFallback
      failure={toQueryFailure(order.error)}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      action={<AllOrdersLink />}
      onRetry={() => void order.refetch()}
    />
  );
}

function AllOrdersLink() {
  const t = useTranslations('standingOrder');
  return (
    <OwnLink address={paths.standingOrders} className={buttonClass('quiet')}>
      {t('all')}
    </OwnLink>
  );
}

function OrderDetail({ order }: { order: StandingOrderView }) {
  const { plan } = usePlanTexts();
  const { payee, terms, state, approvalRequest } = order;
  const maySet = useCanEdit();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={payee.name} size={48} />
        <div className="min-w-32 flex-1 wrap-anywhere">
          <h2 className="text-figure font-bold">{payee.name}</h2>
          <p className="figures text-text-muted">{plan(terms)}</p>
        </div>
        <StandingOrderStatus state={state} />
      </div>
      {approvalRequest && <ApprovalSection uid={approvalRequest.uid} />}
      {order.next?.approvalRequest?.state === 'open' && <ApprovalSection uid={order.next.approvalRequest.uid} />}
      <BlockingNotice order={order} />
      {maySet && !isFinal(state) && <OrderActions order={order} />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <NextDates order={order} />
        <PlanDetails order={order} />
      </div>
      <StandingOrderHistory uid={order.uid} />
      <AllOrdersLink />
    </>
  );
}

function BlockingNotice({ order }: { order: StandingOrderView }) {
  const { uid, blocked, required, shortfall, next } = order;
  const t = useTranslations('standingOrder.detail');
  const locale = useLocale();
  const { day } = usePlanTexts();
  const maySet = useCanEdit();
  if (blocked)
    return (
      <Notice
        kind="danger"
        title={t('blocked')}
        action={
          maySet && (
            <OwnLink address={paths.standingOrderEdit(uid)} className={buttonClass('secondary')}>
              {t('mend')}
            </OwnLink>
          )
        }
      >
        {blocked.message}
      </Notice>
    );
  if (next?.question) return <HeldDate order={order} next={next} question={next.question} />;
  if (next?.state === 'retrying' && next.nextAttemptAt)
    return (
      <Notice kind="warning" title={t('retrying')}>
        {next.failure?.message} {t('retryingText', { time: formatTime(new Date(next.nextAttemptAt), locale) })}
      </Notice>
    );
  if (!required || !shortfall || !next) return null;
  return (
    <Notice kind="warning" title={t('short')}>
      {t('shortText', { needed: moneyText(required), missing: moneyText(shortfall), day: day(next.payDay) })}
    </Notice>
  );
}

function OrderActions({ order }: { order: StandingOrderView }) {
  const t = useTranslations('standingOrder');
  const [open, setOpen] = useState<'next' | 'cancel'>();
  const write = useWriteStandingOrder();
  const close = () => setOpen(undefined);
  const { uid, next, state } = order;
  const cancel = () =>
    write.mutate({ kind: 'cancel', order: { uid, idempotency: newIdempotencyKey() } }, { onSettled: close });
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 sm:flex sm:flex-wrap">
        <PauseAndSkip order={order} className="contents" />
        {next?.state === 'upcoming' && state !== 'pending_approval' && (
          <Button kind="secondary" onClick={() => setOpen('next')}>
            {t('actions.editNext')}
          </Button>
        )}
        <OwnLink address={paths.standingOrderEdit(uid)} className={buttonClass('secondary')}>
          {t('actions.edit')}
        </OwnLink>
        <div className="col-span-full grid sm:contents">
          <Button kind="quiet" onClick={() => setOpen('cancel')}>
            {t('actions.cancel')}
          </Button>
        </div>
      </div>
      {write.error && (
        <Notice kind="danger" title={t('actions.failed')}>
          {failureText(write.error)}
        </Notice>
      )}
      {open === 'next' && next && <EditNextDateDialog order={order} next={next} onClose={close} />}
      {open === 'cancel' && (
        <ConfirmDialog
          title={t('cancel.title')}
          text={t('cancel.text')}
          confirmLabel={t('cancel.confirm')}
          cancelLabel={t('cancel.keep')}
          tone="danger"
          busy={write.isPending}
          onConfirm={cancel}
          onCancel={close}
        />
      )}
    </div>
  );
}
