import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OffHoursOptions } from '../../fx/auto-fx/auto-fx.tsx';
import { getMarketStatus, QuoteNotice } from '../../fx/conversion/conversion.tsx';
import { useSubmitWhenReady } from '../../platform/forms/use-submit-when-ready.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FormDocuments, MemberLimitNote, NewPayeeLimit, useUnsentFile } from '../initiation/initiation.tsx';
import { AmountsCard } from './AmountsCard.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { PayeeCard } from './PayeeCard.tsx';
import { PriceAside } from './PriceAside.tsx';
import { RoutesCard } from './RoutesCard.tsx';
import { ShortCard } from './ShortCard.tsx';
import { amountFieldIds, useFormErrors } from './use-form-errors.ts';
import type { PaymentForm } from './use-payment-form.ts';

const formId = 'payment-form';

type Props = { form: PaymentForm; onChangePayee: (() => void) | undefined; onNext: () => void };

export function FormStep({ form, onChangePayee, onNext }: Props) {
  const t = useTranslations('makePayment');
  const asking = useTranslations('paymentForm.asking');
  const { draft, price, off, blocked, payee, rest } = form;
  const [attempts, setAttempts] = useState(0);
  const tried = attempts > 0;
  const errors = useFormErrors(form);
  const file = useUnsentFile(tried);
  const faults = [...errors.faults, ...file.faults];
  const isReady = price !== undefined && !form.updating && off === undefined && blocked === undefined;
  const awaited = useSubmitWhenReady(draft, form.isAsking, () => {
    if (faults.length > 0) setAttempts(attempts + 1);
    else if (isReady) onNext();
  });
  useAmountFocus(draft.amount === '');
  useControlEnter();
  const wait = waitWish(form);
  const next = (
    <Button
      type="submit"
      form={formId}
      className="min-h-12 w-full"
      busy={awaited.isWaiting}
      busyLabel={asking('price')}
      aria-disabled={off !== undefined || blocked !== undefined || undefined}
    >
      {rest?.isCovered ? t('short.rest', { currency: rest.account.currency }) : t('next')}
    </Button>
  );
  return (
    <div className="-mt-2 grid items-start gap-3 lg:mt-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6">
      <div className="grid min-w-0 gap-3 max-lg:pb-32 lg:gap-4">
        {tried && faults.length > 0 && <ErrorSummary key={attempts} errors={faults} />}
        <ServiceNotices form={form} />
        <form id={formId} noValidate onSubmit={awaited.onSubmit} className="grid min-w-0 gap-3 lg:gap-4">
          <PayeeCard payee={payee} onChange={onChangePayee} />
          <AmountsCard form={form} errors={errors} tried={tried} />
          <ShortCard form={form} />
          <RoutesCard form={form} errors={errors} tried={tried} />
          <DetailsCard form={form} errors={errors} tried={tried} />
        </form>
        {/* Outside of the form element, because it contains a form of its own. */}
        <FormDocuments
          draft={draft}
          onChange={(change) => form.amend((now) => ({ ...now, ...change(now) }))}
          unsent={file.unsent}
        />
        <LimitNotes form={form} />
      </div>
      <PriceAside form={form}>
        {wait ? (
          <OffHoursOptions prefill={wait.wish} exchangeNow={wait.mayDeal && next} payoutCurrency={wait.currency} />
        ) : (
          next
        )}
      </PriceAside>
    </div>
  );
}

/** The amount is what is typed first. */
function useAmountFocus(isEmpty: boolean): void {
  const focus = useEffectEvent(() => {
    if (isEmpty) document.getElementById(amountFieldIds.get)?.focus();
  });
  useEffect(() => focus(), []);
}

/** Control and Enter go on from every field. */
function useControlEnter(): void {
  useEffect(() => {
    const submit = (event: KeyboardEvent) => {
      const form = document.getElementById(formId);
      if (event.key === 'Enter' && event.ctrlKey && form instanceof HTMLFormElement) form.requestSubmit();
    };
    document.addEventListener('keydown', submit);
    return () => document.removeEventListener('keydown', submit);
  }, []);
}

/** While the market is closed, an exchange into an own balance can wait for it to open. */
function waitWish({ kind, quote, sources, source, payee, draft }: PaymentForm) {
  const { isClosed, mayWait, mayDeal } = getMarketStatus(quote);
  const own = sources.find(({ currency }) => currency === payee.currency);
  if (kind !== 'exchange' || !isClosed || !mayWait || !own) return undefined;
  const side = draft.side === 'send' ? 'sell' : 'buy';
  const wish = { source: source.bankholderid, target: own.bankholderid, side, amount: draft.amount };
  return { wish, mayDeal, currency: own.currency };
}

function ServiceNotices({ form: { off, blocked, kind, quote } }: Pick<Props, 'form'>) {
  const t = useTranslations('makePayment');
  const message = off ?? blocked;
  return (
    <>
      {message && (
        <Notice kind="warning" title={t(off ? 'off' : 'exchangeOff')}>
          {message}
        </Notice>
      )}
      {kind === 'exchange' && blocked === undefined && quote.held && (
        <QuoteNotice quote={quote.held.quote} error={undefined} onRetry={quote.renew} />
      )}
    </>
  );
}

function LimitNotes({ form: { price, bounds } }: Pick<Props, 'form'>) {
  const t = useTranslations('makePayment');
  if (!price) return null;
  const { amount, limit } = price;
  const text = (most: string) => moneyText({ amount: most, currency: amount.currency });
  return (
    <div className="grid gap-1">
      <p className="text-small text-text-muted">
        {t('limits', { perPayment: text(limit.perPayment), leftToday: text(limit.remainingToday) })}
      </p>
      <MemberLimitNote price={price} />
      <NewPayeeLimit price={price} />
      {bounds && (
        <p className="text-small text-text-muted">
          {t('bounds', { least: moneyText(bounds.least), most: moneyText(bounds.most) })}
        </p>
      )}
    </div>
  );
}
