import type { StandingOrderView } from '@larkmere/contract/standing-order';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureOf, failureText } from '../kernel/errors.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { TeamApprovalPart } from '../team-approval/team-approval.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { timeText } from '../ui/day.ts';
import { InsteadOf } from '../ui/InsteadOf.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { EditNextDialog } from './EditNextDialog.tsx';
import { HeldDate } from './HeldDate.tsx';
import { NextDates, Plan } from './OrderFacts.tsx';
import { PauseAndSkip } from './PauseAndSkip.tsx';
import { StandingOrderHistory } from './StandingOrderHistory.tsx';
import { isOver, StandingOrderStatus } from './StandingOrderStatus.tsx';
import { standingOrderQuery, useWriteStandingOrder } from './standing-order.api.ts';
import { useMaySet } from './use-may-set.ts';
import { usePlanWords } from './use-plan-words.ts';

export function StandingOrderDetail({ uid }: { uid: string }) {
  const t = useTranslations('standingOrder');
  const order = useQuery(standingOrderQuery(uid));
  if (order.data) return <Order order={order.data} />;
  return (
    <InsteadOf
      failure={failureOf(order.error)}
      words={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      way={<All />}
      onRetry={() => void order.refetch()}
    />
  );
}

function All() {
  const t = useTranslations('standingOrder');
  return (
    <Link to={paths.standingOrders} className={buttonClass('quiet')}>
      {t('all')}
    </Link>
  );
}

function Order({ order }: { order: StandingOrderView }) {
  const { plan } = usePlanWords();
  const { payee, terms, state, teamApproval } = order;
  const maySet = useMaySet();
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
      {teamApproval && <TeamApprovalPart uid={teamApproval.uid} />}
      {order.next?.teamApproval?.state === 'open' && <TeamApprovalPart uid={order.next.teamApproval.uid} />}
      <Trouble order={order} />
      {maySet && !isOver(state) && <Actions order={order} />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <NextDates order={order} />
        <Plan order={order} />
      </div>
      <StandingOrderHistory uid={order.uid} />
      <All />
    </>
  );
}

function Trouble({ order }: { order: StandingOrderView }) {
  const { uid, blocked, needed, missing, next } = order;
  const t = useTranslations('standingOrder.detail');
  const locale = useLocale();
  const { day } = usePlanWords();
  const maySet = useMaySet();
  if (blocked)
    return (
      <Notice
        kind="danger"
        title={t('blocked')}
        action={
          maySet && (
            <Link {...linkTo(paths.standingOrderEdit(uid))} className={buttonClass('secondary')}>
              {t('mend')}
            </Link>
          )
        }
      >
        {blocked.message}
      </Notice>
    );
  if (next?.question) return <HeldDate order={order} next={next} question={next.question} />;
  if (next?.state === 'retrying' && next.nextTryAt)
    return (
      <Notice kind="warning" title={t('retrying')}>
        {next.why?.message} {t('retryingText', { time: timeText(new Date(next.nextTryAt), locale) })}
      </Notice>
    );
  if (!needed || !missing || !next) return null;
  return (
    <Notice kind="warning" title={t('short')}>
      {t('shortText', { needed: moneyText(needed), missing: moneyText(missing), day: day(next.payDay) })}
    </Notice>
  );
}

function Actions({ order }: { order: StandingOrderView }) {
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
        <Link {...linkTo(paths.standingOrderEdit(uid))} className={buttonClass('secondary')}>
          {t('actions.edit')}
        </Link>
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
      {open === 'next' && next && <EditNextDialog order={order} next={next} onClose={close} />}
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
