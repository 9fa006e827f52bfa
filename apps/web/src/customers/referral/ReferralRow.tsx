import type { ReferralView } from '@larkmere/contract/customers/referral';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { showToast } from '../../platform/toasts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { formatShortDate } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { AppealDialog } from './AppealDialog.tsx';
import { ReferralSteps } from './ReferralSteps.tsx';
import { useRemind } from './referral.api.ts';
import { isPending } from './referral-order.ts';

export function ReferralRow({ referral }: { referral: ReferralView }) {
  const { name } = referral;
  return (
    <div className="flex gap-3">
      <Avatar name={name} size={40} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="truncate font-semibold">{name}</p>
            <Since referral={referral} />
          </div>
          <Outcome referral={referral} />
        </div>
        {isPending(referral) && (
          <div className="max-sm:-ml-13">
            <ReferralSteps referral={referral} />
          </div>
        )}
        {referral.state === 'not_eligible' && <NotEligible referral={referral} />}
      </div>
    </div>
  );
}

function useShortDay() {
  const locale = useLocale();
  const now = useNow();
  return (moment: string) => formatShortDate(new Date(moment), locale, now);
}

function Since({ referral: { state, startedAt, paidAt } }: { referral: ReferralView }) {
  const t = useTranslations('referral');
  const day = useShortDay();
  const text = () => {
    if (paidAt !== null) return t('paidOn', { day: day(paidAt) });
    return t(state === 'invited' ? 'invitedOn' : 'joinedOn', { day: day(startedAt) });
  };
  return <p className="text-small text-text-muted">{text()}</p>;
}

function Outcome({ referral }: { referral: ReferralView }) {
  const t = useTranslations('referral');
  const { state, reward, reason } = referral;
  if (state === 'invited') return referral.canRemind && <Remind referral={referral} />;
  if (state === 'paid') return <MoneyAmount value={reward} sign="always" className="font-semibold" />;
  if (state === 'not_eligible') return <StatusPill kind="danger">{t('pill.notEligible')}</StatusPill>;
  if (reason !== null) return <StatusPill kind="warning">{t('pill.waiting')}</StatusPill>;
  return (
    <StatusPill kind="info" icon={<Clock size={14} aria-hidden />}>
      <span className="sm:hidden">{t('pill.onTheWay')}</span>
      <span className="max-sm:hidden">{t('pill.rewardOnTheWay', { reward: moneyText(reward) })}</span>
    </StatusPill>
  );
}

function Remind({ referral: { uid, name } }: { referral: ReferralView }) {
  const t = useTranslations('referral');
  const remind = useRemind();
  // A double click sends one e-mail, and is answered twice.
  const [idempotency] = useState(newIdempotencyKey);
  const send = () =>
    remind.mutate(
      { uid, idempotency },
      { onSuccess: () => showToast({ kind: 'success', text: t('reminded', { name }) }) },
    );
  return (
    <Button kind="secondary" busy={remind.isPending} aria-label={t('remindName', { name })} onClick={send}>
      {t('remind')}
    </Button>
  );
}

function NotEligible({ referral }: { referral: ReferralView }) {
  const t = useTranslations('referral');
  const day = useShortDay();
  const [isAsking, setIsAsking] = useState(false);
  const { reason, appeal, canAppeal } = referral;
  return (
    <div className="mt-1 grid justify-items-start gap-1 text-small">
      <p>{reason}</p>
      {appeal?.state === 'open' && (
        <p className="text-text-muted">{t('appealOpen', { day: day(appeal.requestedAt) })}</p>
      )}
      {appeal?.state === 'declined' && <p>{t('appealDeclined', { answer: appeal.answer ?? '' })}</p>}
      {canAppeal && (
        <button type="button" aria-haspopup="dialog" className={`${linkClass} py-1`} onClick={() => setIsAsking(true)}>
          {t('appeal')}
        </button>
      )}
      {isAsking && <AppealDialog referral={referral} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
