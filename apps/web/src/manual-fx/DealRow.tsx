import type { DealQuote, DealState, DealView } from '@larkmere/contract/manual-fx';
import { shownRateText } from '@larkmere/money/rate-text';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { mayMake } from '../kernel/guards.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { useSession } from '../kernel/session.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog } from '../pin/pin.tsx';
import { TeamApprovalLine } from '../team-approval/team-approval.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { dayText } from '../ui/day.ts';
import type { Kind } from '../ui/kinds.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { RateText } from '../ui/RateText.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { useAcceptDeal, useEndDeal } from './manual-fx.api.ts';

const kinds: Record<DealState, Kind> = {
  pending_approval: 'warning',
  requested: 'info',
  assigned: 'info',
  quoted: 'warning',
  accepted: 'info',
  booked: 'info',
  settled: 'success',
  declined: 'neutral',
  expired: 'warning',
  withdrawn: 'neutral',
  unable: 'danger',
};

const withdrawable: readonly DealState[] = ['pending_approval', 'requested', 'assigned', 'expired'];

export function DealRow({ deal }: { deal: DealView }) {
  const t = useTranslations('manualFx');
  const locale = useLocale();
  const mayDeal = mayMake(useSession().user, 'manualfx');
  const { state, side, amount, sell, buy, valueDate, quote, reason, waiting, teamApproval } = deal;
  const what =
    side === 'sell'
      ? t('row.sell', { amount: moneyText(amount), currency: buy })
      : t('row.buy', { currency: sell, amount: moneyText(amount) });
  return (
    <Card>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 flex-1 font-semibold">{what}</h2>
          <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
        </div>
        <p className="text-small text-text-muted">
          {t('row.settles', { day: dayText(new Date(`${valueDate}T12:00:00Z`), locale) })}
        </p>
        {quote && <Figures quote={quote} />}
        {state === 'pending_approval' && teamApproval && (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <TeamApprovalLine approval={teamApproval} />
            <Link {...linkTo(paths.teamApproval(teamApproval.uid))} className={`${linkClass} text-small`}>
              {t('row.approval')}
            </Link>
          </p>
        )}
        {waiting && <Waiting standing={waiting} />}
        {reason && <Notice kind="danger" title={reason} />}
        {state === 'quoted' && quote && <Offer key={quote.number} deal={deal} quote={quote} mayDeal={mayDeal} />}
        {mayDeal && withdrawable.includes(state) && <End uid={deal.uid} how="withdraw" />}
      </div>
    </Card>
  );
}

function Figures({ quote }: { quote: DealQuote }) {
  const t = useTranslations('manualFx.row');
  const { sellAmount, buyAmount, shown, shownMid, marginBps, dealer } = quote;
  return (
    <div>
      <p className="text-h2 font-bold">
        <RateText rate={shown} />
      </p>
      <p>{t('you', { sold: moneyText(sellAmount), bought: moneyText(buyAmount) })}</p>
      <p className="text-small text-text-muted">
        {t('mid', { rate: shownRateText(shownMid), percent: (marginBps / 100).toFixed(2), dealer })}
      </p>
    </div>
  );
}

function Offer({ deal, quote, mayDeal }: { deal: DealView; quote: DealQuote; mayDeal: boolean }) {
  const t = useTranslations('manualFx.row');
  const [asking, setAsking] = useState(false);
  const [isOver, setOver] = useState(false);
  const accept = useAcceptDeal();
  const sending = useKeyedSend(accept.mutateAsync, () => setAsking(false));
  const { key, send } = sending;
  const { sellAmount, buyAmount, number } = quote;
  const { uid, sourceBankholderId, targetBankholderId } = deal;
  const figures = { sold: moneyText(sellAmount), bought: moneyText(buyAmount), rate: shownRateText(quote.shown) };
  const end = () => {
    setOver(true);
    setAsking(false);
  };
  return (
    <div className="grid gap-3">
      {isOver ? (
        <p>{t('ranOut')}</p>
      ) : (
        <p className="flex items-center gap-2">
          <Clock size={18} className="shrink-0" />
          <span>{t.rich('holds', { left: () => <Countdown until={Date.parse(quote.validUntil)} onEnd={end} /> })}</span>
        </p>
      )}
      {!asking && <SendNotice send={sending} refused={t('refused')} once={t('once')} />}
      {mayDeal && (
        <div className="flex flex-wrap gap-3">
          <Button
            busy={sending.sending || sending.unknown}
            aria-disabled={isOver || undefined}
            onClick={() => setAsking(true)}
          >
            {t('accept')}
          </Button>
          <End uid={uid} how="decline" />
        </div>
      )}
      {asking && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'manual-fx.accept',
            uid,
            number,
            sourceBankholderId,
            targetBankholderId,
            amount: sellAmount.amount,
            currency: sellAmount.currency,
            buyAmount: buyAmount.amount,
            buyCurrency: buyAmount.currency,
            paymentIdempotency: key,
          }}
          about={t('pin', figures)}
          onResult={({ approval }) => approval && void send({ uid, number, approval, idempotency: key })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function End({ uid, how }: { uid: string; how: 'decline' | 'withdraw' }) {
  const t = useTranslations('manualFx.row');
  const end = useEndDeal();
  return (
    <>
      <Button kind="secondary" className="w-fit" busy={end.isPending} onClick={() => end.mutate({ uid, how })}>
        {t(how)}
      </Button>
      {end.error && <Notice kind="danger" title={failureText(end.error)} />}
    </>
  );
}
