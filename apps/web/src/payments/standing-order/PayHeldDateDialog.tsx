import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { OffHoursOptions } from '../../fx/auto-fx/auto-fx.tsx';
import { getMarketStatus, QuotePanel, useLockedQuote } from '../../fx/conversion/conversion.tsx';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useInternationalPrice, useWriteStandingOrder } from './standing-order.api.ts';
import { toHeldDatePurpose } from './standing-order-purpose.ts';
import { usePlanTexts } from './use-plan-texts.ts';

type Props = { order: StandingOrderView; next: OccurrenceView; onClose: () => void };

export function PayHeldDateDialog({ order, next, onClose }: Props) {
  const t = useTranslations('standingOrder.held');
  const words = usePlanTexts();
  const { quote, price, isReady } = useHeldPrice(order, next);
  const { fee, team } = price.data ?? {};
  const wish = useAutoFxPrefill(order, next, quote);
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useWriteStandingOrder();
  const keyed = useIdempotentRequest(mutateAsync, () => {
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
        purpose={toHeldDatePurpose(
          { uid: order.uid, day: next.day, quote: held.quote, fee: fee.amount, worst: team?.worstCase },
          keyed.key,
        )}
        description={
          team
            ? t('pinTeam', { name: order.payee.name, most: moneyText(team.maxDebit), least: moneyText(team.minCredit) })
            : t('pin', {
                sent: moneyText(held.quote.sellAmount),
                received: moneyText(held.quote.buyAmount),
                name: order.payee.name,
              })
        }
        onResult={({ authorisation }) => {
          if (!authorisation) return;
          const figures = { quoteId: held.quote.quoteId, fee: fee.amount, ...(team && { worstCase: team.worstCase }) };
          const answer = { uid: order.uid, day: next.day, ...figures };
          void keyed.send({ kind: 'payHeld', order: { ...answer, authorisation, idempotency: keyed.key } });
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
        <SubmitNotice submission={keyed} refusedTitle={t('refused')} retryText={t('once')} />
        <QuotePanel
          quote={held?.quote}
          updating={!isReady}
          error={quote.error}
          onRetry={quote.renew}
          transfer={price.data && { fee: price.data.fee, cost: price.data.totalCost }}
        />
        {price.error && <Notice kind="warning">{failureText(price.error)}</Notice>}
        {held && price.data && <TotalDebit quote={held.quote} price={price.data} />}
        {team && (
          <Notice kind="info" title={t('team')}>
            {t('teamText', { most: moneyText(team.maxDebit), least: moneyText(team.minCredit) })}
          </Notice>
        )}
        {held && !quote.updating && !isBusy && (
          <p className="text-small text-text-muted">
            {t(team ? 'standsTeam' : 'stands')} <Countdown until={held.expiresAt} onEnd={quote.renew} />
          </p>
        )}
        {wish && (
          <>
            <OffHoursOptions
              prefill={wish}
              exchangeNow={getMarketStatus(quote).mayDeal && pay}
              payoutCurrency={order.payee.currency}
            />
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
  const price = useInternationalPrice(
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

function useAutoFxPrefill(
  { source, payee, terms }: StandingOrderView,
  { amount }: OccurrenceView,
  quote: ReturnType<typeof useLockedQuote>,
) {
  const accounts = useAccounts();
  const { isClosed, mayWait } = getMarketStatus(quote);
  const own = accounts.data?.find(({ currency, status }) => currency === payee.currency && status === 'active');
  if (!isClosed || !mayWait || !own) return undefined;
  const side = terms.fx?.amountSide === 'received' ? 'buy' : 'sell';
  return { source: source.bankholderid, target: own.bankholderid, side, amount: amount.amount };
}

function TotalDebit({ quote, price: { fee, total } }: { quote: QuoteView; price: InternationalPriceView }) {
  const t = useTranslations('standingOrder.held');
  return (
    <p>
      {t('buys', { rate: formatDisplayedRate(quote.displayedRate) })}{' '}
      {t('leaves', { total: moneyText(total), amount: moneyText(quote.sellAmount), fee: moneyText(fee) })}
    </p>
  );
}
