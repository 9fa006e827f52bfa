import type { QuoteView } from '@larkmere/contract/fx';
import type { GlobalPriceView } from '@larkmere/contract/global-payment';
import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/standing-order';
import { shownRateText } from '@larkmere/money/rate-text';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OffHoursChoices } from '../auto-fx/auto-fx.tsx';
import { useAccounts } from '../bank-account/bank-account.tsx';
import { closedOf, QuoteFigures, useLockedQuote } from '../fx/fx.tsx';
import { failureText } from '../kernel/errors.ts';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { useGlobalPrice, useWriteStandingOrder } from './standing-order.api.ts';
import { heldPurposeOf } from './standing-order-purpose.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { order: StandingOrderView; next: OccurrenceView; onClose: () => void };

export function PayHeldDialog({ order, next, onClose }: Props) {
  const t = useTranslations('standingOrder.held');
  const words = usePlanWords();
  const { quote, price, isReady } = useHeldPrice(order, next);
  const { fee, team } = price.data ?? {};
  const wish = useWish(order, next, quote);
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useWriteStandingOrder();
  const keyed = useKeyedSend(mutateAsync, () => {
    showToast({ kind: 'success', text: t(team ? 'asked' : 'done') });
    onClose();
  });
  useEffect(preloadPinPad, []);
  const held = quote.held;
  const isBusy = keyed.sending || keyed.unknown;
  const pay = (
    <Button busy={isBusy} busyLabel={t('sending')} disabled={!isReady || !fee} onClick={() => setAsking(true)}>
      {t('pay')}
    </Button>
  );
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
          {!wish && pay}
        </>
      }
    >
      <div className="grid gap-4">
        <SendNotice send={keyed} refused={t('refused')} once={t('once')} />
        <QuoteFigures
          quote={held?.quote}
          updating={!isReady}
          error={quote.error}
          onRetry={quote.renew}
          transfer={price.data && { fee: price.data.fee, cost: price.data.totalCost }}
        />
        {price.error && <Notice kind="warning">{failureText(price.error)}</Notice>}
        {held && price.data && <Leaves quote={held.quote} price={price.data} />}
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
        {wish && (
          <>
            <OffHoursChoices wish={wish} now={closedOf(quote).mayDeal && pay} thenPay={order.payee.currency} />
            <p className="text-small text-text-muted">{t('instead')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}

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

function useWish(
  { source, payee, terms }: StandingOrderView,
  { amount }: OccurrenceView,
  quote: ReturnType<typeof useLockedQuote>,
) {
  const accounts = useAccounts();
  const { isClosed, mayWait } = closedOf(quote);
  const own = accounts.data?.find(({ currency, status }) => currency === payee.currency && status === 'active');
  if (!isClosed || !mayWait || !own) return undefined;
  const side = terms.fx?.amountSide === 'received' ? 'buy' : 'sell';
  return { source: source.bankholderid, target: own.bankholderid, side, amount: amount.amount };
}

function Leaves({ quote, price: { fee, total } }: { quote: QuoteView; price: GlobalPriceView }) {
  const t = useTranslations('standingOrder.held');
  return (
    <p>
      {t('buys', { rate: shownRateText(quote.shown) })}{' '}
      {t('leaves', { total: moneyText(total), amount: moneyText(quote.sellAmount), fee: moneyText(fee) })}
    </p>
  );
}
