import type { QuoteView } from '@larkmere/contract/fx';
import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/standing-order';
import { inverse, readRate } from '@larkmere/money/rate';
import { boughtText } from '@larkmere/money/rate-text';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { QuoteFigures, useLockedQuote } from '../fx/fx.tsx';
import { failureText } from '../kernel/errors.ts';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { type Money, moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { useGlobalPrice, useWriteStandingOrder } from './standing-order.api.ts';
import { heldPurposeOf } from './standing-order-draft.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { order: StandingOrderView; next: OccurrenceView; onClose: () => void };

/** The answer: the date is paid at the rate of the moment, with the PIN for exactly what leaves and what is sent. */
export function PayHeldDialog({ order, next, onClose }: Props) {
  const t = useTranslations('standingOrder.held');
  const words = usePlanWords();
  const { quote, price, isReady } = useHeldPrice(order, next);
  const { fee, team } = price.data ?? {};
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useWriteStandingOrder();
  const keyed = useKeyedSend(mutateAsync, () => {
    showToast({ kind: 'success', text: t(team ? 'asked' : 'done') });
    onClose();
  });
  useEffect(preloadPinPad, []);
  const held = quote.held;
  const isBusy = keyed.sending || keyed.unknown;
  if (asking && held && fee)
    return (
      <PinDialog
        action="verify"
        purpose={heldPurposeOf(
          { uid: order.uid, day: next.day, quote: held.quote, fee: fee.amount, worst: team?.worst },
          keyed.key,
        )}
        about={
          team
            ? t('pinTeam', { name: order.payee.name, most: moneyText(team.most), least: moneyText(team.least) })
            : t('pin', {
                sent: moneyText(held.quote.sellAmount),
                received: moneyText(held.quote.buyAmount),
                name: order.payee.name,
              })
        }
        onResult={({ approval }) => {
          if (!approval) return;
          const figures = { quoteId: held.quote.quoteId, fee: fee.amount, ...(team && { worst: team.worst }) };
          const answer = { uid: order.uid, day: next.day, ...figures };
          void keyed.send({ kind: 'payHeld', order: { ...answer, approval, idempotency: keyed.key } });
        }}
        onClose={() => setAsking(false)}
      />
    );
  return (
    <Dialog
      title={t('title', { day: words.day(next.payDay) })}
      description={t('about', { name: order.payee.name })}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('close')}
          </Button>
          <Button busy={isBusy} busyLabel={t('sending')} disabled={!isReady || !fee} onClick={() => setAsking(true)}>
            {t('pay')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SendNotice send={keyed} refused={t('refused')} once={t('once')} />
        <QuoteFigures quote={held?.quote} updating={quote.updating} error={quote.error} onRetry={quote.renew} />
        {price.error && <Notice kind="warning">{failureText(price.error)}</Notice>}
        {held && fee && <Leaves quote={held.quote} fee={fee} />}
        {team && (
          <Notice kind="info" title={t('team')}>
            {t('teamText', { most: moneyText(team.most), least: moneyText(team.least) })}
          </Notice>
        )}
        {held && !quote.updating && !isBusy && (
          <p className="text-small text-text-muted">
            {t(team ? 'standsTeam' : 'stands')} <Countdown until={held.until} onEnd={quote.renew} />
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** A quote for this date, and what the payment costs with it. */
function useHeldPrice({ source, payee, terms }: StandingOrderView, { amount }: OccurrenceView) {
  const side = terms.fx?.amountSide === 'received' ? ('buy' as const) : ('sell' as const);
  const quote = useLockedQuote({ sell: source.currency, buy: payee.currency, side, amount: amount.amount });
  const held = quote.held?.quote;
  const price = useGlobalPrice(
    held && {
      sourceBankholderId: source.bankholderid,
      payeeUid: payee.uid,
      amount: held.buyAmount.amount,
      currency: held.buy,
      quoteId: held.quoteId,
      chargeType: terms.chargeType ?? 'SHA',
    },
  );
  return { quote, price, isReady: held?.tradable === true && !quote.updating && !price.isPlaceholderData };
}

/** All that leaves the account: what is sold, and the fee of the transfer. */
function Leaves({ quote, fee }: { quote: QuoteView; fee: Money }) {
  const t = useTranslations('standingOrder.held');
  const { base, quote: other, rate } = quote.shown;
  const shown = readRate(base, other, rate);
  const bought = shown && (base === quote.sell ? shown : inverse(shown));
  return (
    <p>
      {bought && t('buys', { account: quote.sell, rate: boughtText(bought) })}{' '}
      {t('leaves', { amount: moneyText(quote.sellAmount), fee: moneyText(fee) })}
    </p>
  );
}
