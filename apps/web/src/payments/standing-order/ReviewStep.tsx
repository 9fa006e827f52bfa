import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { StandingOrderView } from '@larkmere/contract/payments/standing-order';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { isPromptPayPayee, NameCheckNotice } from '../../payees/payee/payee.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { NewPayeeWarning, scamWarningFor } from '../initiation/initiation.tsx';
import { DatesPreview } from './DatesPreview.tsx';
import { type StandingOrderWrite, usePreview, useWriteStandingOrder } from './standing-order.api.ts';
import { toPreviewRequest, toTerms } from './standing-order-draft.ts';
import { toPinPurpose } from './standing-order-purpose.ts';
import { usePaymentFee } from './use-payment-fee.ts';
import { usePlanTexts } from './use-plan-texts.ts';
import type { useStandingOrderForm } from './use-standing-order-form.ts';

type Props = { form: ReturnType<typeof useStandingOrderForm>; payee: PayeeView; source: BankAccountView };

export function ReviewStep({ form, payee, source }: Props) {
  const t = useTranslations('standingOrder.review');
  const words = usePlanTexts();
  const { draft, crossing, filler, goTo } = form;
  const seen = form.order.data;
  const preview = usePreview(toPreviewRequest(draft, crossing));
  const [asking, setAsking] = useState(false);
  const keyed = useSubmitOrder(form, seen);
  useEffect(preloadPinPad, []);

  const warning = scamWarningFor(payee, draft.regulatoryInfo);
  const terms = { ...toTerms(draft, { payee, source, filler }, crossing), ...(warning && { warning }) };
  const first = preview.data?.dates[0]?.payDay ?? terms.startDate;
  const isBusy = keyed.sending || keyed.unknown;
  const send = (approval: string) => {
    const common = { terms, authorisation: approval, idempotency: keyed.key };
    const out: StandingOrderWrite = seen
      ? { kind: 'edit', order: { ...common, uid: seen.uid, version: seen.version } }
      : { kind: 'create', order: common };
    return keyed.send(out);
  };
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      {!asking && (
        <SubmitNotice submission={keyed} refusedTitle={t(seen ? 'notChanged' : 'refused')} retryText={t('once')} />
      )}
      <Card>
        <p className="text-text-muted">{t(terms.fx?.amountSide === 'received' ? 'eachReceived' : 'each')}</p>
        <p className="mb-4">
          <MoneyAmount value={{ amount: terms.amount, currency: terms.currency }} size="display" />{' '}
          <span className="text-text-muted">{words.often(terms)}</span>
        </p>
        <Summary form={form} payee={payee} source={source} first={first} />
        <div className="mt-4 grid gap-3 empty:hidden">
          {payee.nameCheck && (
            <NameCheckNotice check={payee.nameCheck} name={payee.name} isPromptPay={isPromptPayPayee(payee)} />
          )}
          <NewPayeeWarning payee={payee} code={warning} />
        </div>
      </Card>
      <DatesPreview preview={preview} draft={draft} />
      <p className="text-small text-text-muted">{t('promise')}</p>
      <div className="flex gap-3">
        <Button kind="secondary" onClick={() => goTo('plan')}>
          {t('back')}
        </Button>
        <Button className="flex-1" busy={isBusy} busyLabel={t('sending')} onClick={() => setAsking(true)}>
          {t('confirm')}
        </Button>
      </div>
      {asking && (
        <PinDialog
          action="verify"
          purpose={toPinPurpose(terms, seen, keyed.key)}
          description={t('pinNew', { plan: words.plan(terms), name: payee.name, day: words.day(first) })}
          onResult={({ authorisation }) => authorisation && void send(authorisation)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Summary({ form: { draft, crossing, filler, goTo }, payee, source, first }: Props & { first: string }) {
  const t = useTranslations('standingOrder');
  const words = usePlanTexts();
  const terms = toTerms(draft, { payee, source, filler }, crossing);
  const fee = usePaymentFee(terms, crossing);
  const nameOf = useAccountName();
  const toPlan = () => goTo('plan');
  return (
    <SummaryList
      rows={[
        { label: t('detail.payee'), value: payee.name, onChange: () => goTo('payee') },
        { label: t('detail.account'), value: <span className="figures">{payee.summary}</span> },
        { label: t('detail.reference'), value: terms.reference, onChange: toPlan },
        {
          label: t('detail.from'),
          value: nameOf(source),
          onChange: toPlan,
        },
        ...words
          .exchange(terms, crossing.accountCurrency, crossing.payeeCurrency)
          .map(([label, value]) => ({ label, value, onChange: toPlan })),
        ...words.regulatoryInformation(terms).map(([label, value]) => ({ label, value, onChange: toPlan })),
        { label: t('review.first'), value: words.day(first), onChange: toPlan },
        { label: t('detail.end'), value: words.until(terms), onChange: toPlan },
        { label: t('detail.rests'), value: words.rests(terms), onChange: toPlan },
        { label: t('detail.warns'), value: words.warns(terms), onChange: toPlan },
        ...(fee
          ? [
              {
                label: t('review.fee'),
                value: t(crossing.isInternational ? 'review.feeTextAbroad' : 'review.feeText', { fee: moneyText(fee) }),
              },
            ]
          : []),
      ]}
    />
  );
}

function useSubmitOrder(form: Props['form'], seen: StandingOrderView | undefined) {
  const t = useTranslations('standingOrder.review');
  const { mutateAsync } = useWriteStandingOrder();
  const write = async (out: StandingOrderWrite) => {
    const { uid, approvalRequest } = await mutateAsync(out);
    const done = seen ? 'changed' : 'placed';
    showToast({ kind: 'success', text: t(approvalRequest?.state === 'open' ? 'asked' : done) });
    form.finish(uid);
  };
  return useIdempotentRequest(write, () => {}, { attempt: form.draft.attempt, save: form.saveAttempt });
}
