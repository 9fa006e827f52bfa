import type { AutoFxState, AutoFxView } from '@larkmere/contract/auto-fx';
import { shownRateText } from '@larkmere/money/rate-text';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { TeamApprovalLine } from '../team-approval/team-approval.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { dayText, timeText } from '../ui/day.ts';
import type { Kind } from '../ui/kinds.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { Waiting, WaitingLine } from '../ui/Waiting.tsx';
import { useTurnOrder } from './auto-fx.api.ts';
import { MetTargetDialog } from './MetTargetDialog.tsx';
import { metTargetOf } from './met-target.ts';
import { PayOn } from './PayOn.tsx';
import { useSentence } from './use-sentence.ts';

const kinds: Record<AutoFxState, Kind> = {
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
const over: readonly AutoFxState[] = ['filled', 'failed_final', 'expired', 'cancelled'];

type Props = {
  order: AutoFxView;
  whole?: boolean;
  onEdit: () => void;
};

export function AutoFxRow({ order, whole = false, onEdit }: Props) {
  const t = useTranslations('autoFx');
  const sentence = useSentence();
  const { uid, state, terms, failure, fills, teamApproval, waiting } = order;
  const isOver = over.includes(state);
  const mayOrder = mayMake(useSession().user, 'autofx');
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
        <Facts order={order} isOver={isOver} />
        {terms.afterFill && (
          <p className="text-small">
            <PayOn terms={terms} />
          </p>
        )}
        {teamApproval && <TeamApprovalLine approval={teamApproval} />}
        {standing && (whole ? <Waiting standing={standing} /> : <WaitingLine standing={standing} />)}
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
                    <Link to={paths.paymentDetail(payment.uid)} className={linkClass}>
                      {t('row.paid', { amount: moneyText(payment.amount) })}
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayOrder && !isOver && state !== 'triggered' && <Actions order={order} onEdit={onEdit} />}
      </div>
    </Card>
  );
}

const momentOf = (at: string, locale: string): string =>
  `${dayText(new Date(at), locale)} ${timeText(new Date(at), locale)}`;

function Moment({ at }: { at: string }) {
  const locale = useLocale();
  return <time dateTime={at}>{momentOf(at, locale)}</time>;
}

function Facts({
  order: { rateNow, distancePct, reserved, nextRunAt, againAt, terms },
  isOver,
}: {
  order: AutoFxView;
  isOver: boolean;
}) {
  const t = useTranslations('autoFx.row');
  const locale = useLocale();
  if (isOver) return null;
  const moment = (at: string): string => momentOf(at, locale);
  const facts = [
    rateNow && t('now', { rate: shownRateText(rateNow) }),
    distancePct && t('distance', { percent: distancePct }),
    reserved && t('reserved', { amount: moneyText(reserved) }),
    nextRunAt && t('next', { moment: moment(nextRunAt) }),
    againAt && t('again', { moment: moment(againAt) }),
    terms.validUntil && t('until', { day: dayText(new Date(`${terms.validUntil}T12:00:00Z`), locale) }),
  ].filter((fact) => typeof fact === 'string');
  return <p className="text-small text-text-muted">{facts.join(' · ')}</p>;
}

function Actions({ order: { uid, state }, onEdit }: { order: AutoFxView; onEdit: () => void }) {
  const t = useTranslations('autoFx');
  const [asks, setAsks] = useState(false);
  const turn = useTurnOrder();
  const met = metTargetOf(turn.error);
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
        <MetTargetDialog
          met={met}
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
