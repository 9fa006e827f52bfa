import type { AutoFxState, AutoFxView } from '@larkmere/contract/fx/auto-fx';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate, formatTime } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus, PendingStatusLine } from '../../ui/PendingStatus.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { useChangeOrderState } from './auto-fx.api.ts';
import { PayOnFill } from './PayOnFill.tsx';
import { TargetMetDialog } from './TargetMetDialog.tsx';
import { targetMetFromError } from './target-met.ts';
import { useOrderSentence } from './use-order-sentence.ts';

const kinds: Record<AutoFxState, StatusKind> = {
  pending_approval: 'warning',
  active: 'info',
  paused: 'neutral',
  triggered: 'info',
  failed_retryable: 'warning',
  held_offhours: 'info',
  held_service_off: 'warning',
  filled: 'success',
  failed_final: 'danger',
  expired: 'neutral',
  cancelled: 'neutral',
};
const finalStates: readonly AutoFxState[] = ['filled', 'failed_final', 'expired', 'cancelled'];

type Props = {
  order: AutoFxView;
  isDetail?: boolean;
  onEdit: () => void;
};

export function AutoFxRow({ order, isDetail = false, onEdit }: Props) {
  const t = useTranslations('autoFx');
  const sentence = useOrderSentence();
  const { uid, state, terms, failure, fills, approvalRequest, waiting } = order;
  const isOver = finalStates.includes(state);
  const mayOrder = canInitiate(useSession().user, 'autofx');
  const standing = waiting && { ...waiting, reason: failure ? null : waiting.reason };
  return (
    <Card>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 flex-1 font-semibold">
            <Link {...linkTo(paths.autoFxOrder(uid))} className={linkClass}>
              {sentence(terms)}
            </Link>
          </h2>
          <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
        </div>
        <OrderFacts order={order} isOver={isOver} />
        {terms.afterFill && (
          <p className="text-small">
            <PayOnFill terms={terms} />
          </p>
        )}
        {approvalRequest && <ApprovalLine approval={approvalRequest} />}
        {standing && (isDetail ? <PendingStatus standing={standing} /> : <PendingStatusLine standing={standing} />)}
        {failure && (
          <Notice kind={state === 'failed_final' ? 'danger' : 'warning'} title={failure.message}>
            {failure.missing && t('row.missing', { missing: failure.missing })}
          </Notice>
        )}
        {fills.length > 0 && (
          <ul className="grid gap-1 text-small">
            {fills.map(({ at, sold, bought, rate, reference, payment }) => (
              <li key={reference}>
                <Moment at={at} /> · {t('row.fill', { sold: moneyText(sold), bought: moneyText(bought), rate })}
                {payment && (
                  <>
                    {' · '}
                    <PaymentLink uid={payment.uid}>{t('row.paid', { amount: moneyText(payment.amount) })}</PaymentLink>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayOrder && !isOver && state !== 'triggered' && <OrderActions order={order} onEdit={onEdit} />}
      </div>
    </Card>
  );
}

const formatMoment = (at: string, locale: string): string =>
  `${formatDate(new Date(at), locale)} ${formatTime(new Date(at), locale)}`;

/** Whoever may see orders but not payments reads what was paid. */
function PaymentLink({ uid, children }: { uid: string; children: ReactNode }) {
  const page = useReachableAddress()(paths.paymentDetail(uid));
  if (!page) return children;
  return (
    <Link to={page} className={linkClass}>
      {children}
    </Link>
  );
}

function Moment({ at }: { at: string }) {
  const locale = useLocale();
  return <time dateTime={at}>{formatMoment(at, locale)}</time>;
}

function OrderFacts({
  order: { rateNow, distancePct, reserved, nextRunAt, retryAt, terms },
  isOver,
}: {
  order: AutoFxView;
  isOver: boolean;
}) {
  const t = useTranslations('autoFx.row');
  const locale = useLocale();
  if (isOver) return null;
  const moment = (at: string): string => formatMoment(at, locale);
  const facts = [
    rateNow && t('now', { rate: formatDisplayedRate(rateNow) }),
    distancePct && t('distance', { percent: distancePct }),
    reserved && t('reserved', { amount: moneyText(reserved) }),
    nextRunAt && t('next', { moment: moment(nextRunAt) }),
    retryAt && t('again', { moment: moment(retryAt) }),
    terms.validUntil && t('until', { day: formatDate(new Date(`${terms.validUntil}T12:00:00Z`), locale) }),
  ].filter((fact) => typeof fact === 'string');
  return <p className="text-small text-text-muted">{facts.join(' · ')}</p>;
}

function OrderActions({ order: { uid, state }, onEdit }: { order: AutoFxView; onEdit: () => void }) {
  const t = useTranslations('autoFx');
  const [asks, setAsks] = useState(false);
  const turn = useChangeOrderState();
  const met = targetMetFromError(turn.error);
  const resting = state === 'paused' || state === 'failed_retryable';
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="secondary" onClick={onEdit}>
        {t('row.edit')}
      </Button>
      {state !== 'pending_approval' && (
        <Button
          kind="secondary"
          busy={turn.isPending}
          onClick={() => turn.mutate({ uid, turn: resting ? 'resume' : 'pause' })}
        >
          {t(resting ? 'row.resume' : 'row.pause')}
        </Button>
      )}
      <Button kind="secondary" onClick={() => setAsks(true)}>
        {t('row.cancel')}
      </Button>
      {turn.error && !met && <Notice kind="danger" title={failureText(turn.error)} />}
      {met && (
        <TargetMetDialog
          targetMet={met}
          busy={turn.isPending}
          onExchange={() => turn.mutate({ uid, turn: 'resume', acceptMetTarget: true })}
          onChange={onEdit}
        />
      )}
      {asks && (
        <ConfirmDialog
          title={t('cancel.title')}
          text={t('cancel.text')}
          confirmLabel={t('cancel.confirm')}
          cancelLabel={t('cancel.keep')}
          tone="danger"
          busy={turn.isPending}
          onConfirm={() => turn.mutate({ uid, turn: 'cancel' }, { onSettled: () => setAsks(false) })}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  );
}
