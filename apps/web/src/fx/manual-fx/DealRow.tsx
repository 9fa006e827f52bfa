import type { DealQuote, DealState, DealView } from '@larkmere/contract/fx/manual-fx';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { ApprovalLine } from '../../approvals/approval/approval.tsx';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus } from '../../ui/PendingStatus.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { useAcceptDeal, useEndDeal } from './manual-fx.api.ts';

const kinds: Record<DealState, StatusKind> = {
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

const withdrawableStates: readonly DealState[] = ['pending_approval', 'requested', 'assigned', 'expired'];

export function DealRow({ deal }: { deal: DealView }) {
  const t = useTranslations('manualFx');
  const locale = useLocale();
  const mayDeal = canInitiate(useSession().user, 'manualfx');
  const { state, side, amount, sell, buy, valueDate, quote, reason, waiting, approvalRequest } = deal;
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
          {t('row.settles', { day: formatDate(new Date(`${valueDate}T12:00:00Z`), locale) })}
        </p>
        {quote && <QuoteDetails quote={quote} />}
        {state === 'pending_approval' && approvalRequest && (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <ApprovalLine approval={approvalRequest} />
            <Link {...linkTo(paths.teamApproval(approvalRequest.uid))} className={`${linkClass} text-small`}>
              {t('row.approval')}
            </Link>
          </p>
        )}
        {waiting && <PendingStatus standing={waiting} />}
        {reason && <Notice kind="danger" title={reason} />}
        {state === 'quoted' && quote && <Offer key={quote.number} deal={deal} quote={quote} mayDeal={mayDeal} />}
        {mayDeal && withdrawableStates.includes(state) && <EndDealButton uid={deal.uid} how="withdraw" />}
      </div>
    </Card>
  );
}

function QuoteDetails({ quote }: { quote: DealQuote }) {
  const t = useTranslations('manualFx.row');
  const { sellAmount, buyAmount, displayedRate, displayedMidRate, marginBps, dealer } = quote;
  return (
    <div>
      <p className="text-h2 font-bold">
        <RateText rate={displayedRate} />
      </p>
      <p>{t('you', { sold: moneyText(sellAmount), bought: moneyText(buyAmount) })}</p>
      <p className="text-small text-text-muted">
        {t('mid', { rate: formatDisplayedRate(displayedMidRate), percent: (marginBps / 100).toFixed(2), dealer })}
      </p>
    </div>
  );
}

function Offer({ deal, quote, mayDeal }: { deal: DealView; quote: DealQuote; mayDeal: boolean }) {
  const t = useTranslations('manualFx.row');
  const [asking, setAsking] = useState(false);
  const [isOver, setOver] = useState(false);
  const accept = useAcceptDeal();
  const sending = useIdempotentRequest(accept.mutateAsync, () => setAsking(false));
  const { key, send } = sending;
  const { sellAmount, buyAmount, number } = quote;
  const { uid, sourceBankholderId, targetBankholderId } = deal;
  const figures = {
    sold: moneyText(sellAmount),
    bought: moneyText(buyAmount),
    rate: formatDisplayedRate(quote.displayedRate),
  };
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
      {!asking && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
      {mayDeal && (
        <div className="flex flex-wrap gap-3">
          <Button
            busy={sending.sending || sending.unknown}
            aria-disabled={isOver || undefined}
            onClick={() => setAsking(true)}
          >
            {t('accept')}
          </Button>
          <EndDealButton uid={uid} how="decline" />
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
          description={t('pin', figures)}
          onResult={({ authorisation }) => authorisation && void send({ uid, number, authorisation, idempotency: key })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function EndDealButton({ uid, how }: { uid: string; how: 'decline' | 'withdraw' }) {
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
