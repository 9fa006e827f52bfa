import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/payments/standing-order';
import type { Currency } from '@larkmere/money/money';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { moneyText } from '../../ui/money.ts';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { isPayableCurrency, referenceRuleFor } from './payment-route.ts';
import { useWriteStandingOrder } from './standing-order.api.ts';
import { type OccurrenceChange, toNextDatePurpose } from './standing-order-purpose.ts';
import { usePlanTexts } from './use-plan-texts.ts';

type Props = { order: StandingOrderView; next: OccurrenceView; onClose: () => void };

export function EditNextDateDialog({ order, next, onClose }: Props) {
  const t = useTranslations('standingOrder');
  const { day } = usePlanTexts();
  const [date, setDate] = useState<OccurrenceChange>({ ...next, amount: next.amount.amount });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const { mutateAsync } = useWriteStandingOrder();
  const write = async (change: Parameters<typeof mutateAsync>[0]) => {
    const changed = await mutateAsync(change);
    const isAwaitingApproval = changed.next?.approvalRequest?.state === 'open';
    showToast({ kind: 'success', text: t(isAwaitingApproval ? 'next.asked' : 'next.done') });
  };
  const keyed = useIdempotentRequest(write, onClose);
  useEffect(preloadPinPad, []);
  const { currency } = order.terms;
  const rule = referenceRuleFor({
    payeeCurrency: isPayableCurrency(order.payee.currency) ? order.payee.currency : 'GBP',
    isInternational: order.terms.chargeType !== undefined,
  });
  const faults = useFieldErrors(date, currency, rule.longest);
  const input = { day: date.day, payDay: date.payDay, amount: date.amount, reference: date.reference.trim() };
  const confirm = () => {
    setTried(true);
    if (Object.values(faults).every((fault) => fault === undefined)) setAsking(true);
  };
  const send = (approval: string) =>
    keyed.send({
      kind: 'editNext',
      order: { uid: order.uid, version: order.version, ...input, authorisation: approval, idempotency: keyed.key },
    });
  if (asking)
    return (
      <PinDialog
        action="verify"
        purpose={toNextDatePurpose(order, input, keyed.key)}
        description={t('review.pinNext', {
          amount: moneyText({ amount: input.amount, currency }),
          name: order.payee.name,
          day: day(input.payDay),
        })}
        onResult={({ authorisation }) => authorisation && void send(authorisation)}
        onClose={() => setAsking(false)}
      />
    );
  return (
    <Dialog
      title={t('next.title', { day: day(next.payDay) })}
      description={t('next.text')}
      initialFocus={first}
      onClose={onClose}
      closeLabel={t('next.close')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('next.close')}
          </Button>
          <Button busy={keyed.sending || keyed.unknown} busyLabel={t('review.sending')} onClick={confirm}>
            {t('next.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <SubmitNotice submission={keyed} refusedTitle={t('review.notChanged')} retryText={t('review.once')} />
        <AmountInput
          label={t('plan.amount')}
          currency={currency}
          value={date.amount}
          onChange={(amount) => setDate({ ...date, amount })}
          error={tried ? faults.amount : undefined}
        />
        <Field label={t('next.day')} error={tried ? faults.payDay : undefined}>
          <TextInput
            ref={first}
            type="date"
            value={date.payDay}
            onChange={({ target }) => setDate({ ...date, payDay: target.value })}
          />
        </Field>
        <Field label={t('plan.reference')} error={tried ? faults.reference : undefined}>
          <ReferenceInput
            filter={rule.filter}
            value={date.reference}
            onChange={(reference) => setDate({ ...date, reference })}
          />
        </Field>
      </div>
    </Dialog>
  );
}

function useFieldErrors({ amount, payDay, reference }: OccurrenceChange, currency: Currency, longest: number) {
  const t = useTranslations('standingOrder.fault');
  const amountFault = useAmountError();
  return {
    amount: amountFault(amount, currency),
    payDay: payDay ? undefined : t('startMissing'),
    reference:
      reference.trim() === ''
        ? t('referenceMissing')
        : reference.trim().length > longest
          ? t('referenceLong', { longest: String(longest) })
          : undefined,
  };
}
