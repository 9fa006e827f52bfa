import type { OccurrenceView, StandingOrderView } from '@larkmere/contract/standing-order';
import type { Currency } from '@larkmere/money/money';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../kernel/toasts.ts';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { moneyText } from '../ui/money.ts';
import { ReferenceInput } from '../ui/ReferenceInput.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useAmountFault } from '../ui/use-amount-fault.ts';
import { isPayable, referenceRuleOf } from './standing-money.ts';
import { useWriteStandingOrder } from './standing-order.api.ts';
import { type NextDate, nextPurposeOf } from './standing-order-purpose.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { order: StandingOrderView; next: OccurrenceView; onClose: () => void };

export function EditNextDialog({ order, next, onClose }: Props) {
  const t = useTranslations('standingOrder');
  const { day } = usePlanWords();
  const [date, setDate] = useState<NextDate>({ ...next, amount: next.amount.amount });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const { mutateAsync } = useWriteStandingOrder();
  const write = async (change: Parameters<typeof mutateAsync>[0]) => {
    const changed = await mutateAsync(change);
    const isAsked = changed.next?.teamApproval?.state === 'open';
    showToast({ kind: 'success', text: t(isAsked ? 'next.asked' : 'next.done') });
  };
  const keyed = useKeyedSend(write, onClose);
  useEffect(preloadPinPad, []);
  const { currency } = order.terms;
  const rule = referenceRuleOf({
    payee: isPayable(order.payee.currency) ? order.payee.currency : 'GBP',
    abroad: order.terms.chargeType !== undefined,
  });
  const faults = useFaults(date, currency, rule.longest);
  const wanted = { day: date.day, payDay: date.payDay, amount: date.amount, reference: date.reference.trim() };
  const confirm = () => {
    setTried(true);
    if (Object.values(faults).every((fault) => fault === undefined)) setAsking(true);
  };
  const send = (approval: string) =>
    keyed.send({
      kind: 'editNext',
      order: { uid: order.uid, version: order.version, ...wanted, approval, idempotency: keyed.key },
    });
  if (asking)
    return (
      <PinDialog
        action="verify"
        purpose={nextPurposeOf(order, wanted, keyed.key)}
        about={t('review.pinNext', {
          amount: moneyText({ amount: wanted.amount, currency }),
          name: order.payee.name,
          day: day(wanted.payDay),
        })}
        onResult={({ approval }) => approval && void send(approval)}
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
        <SendNotice send={keyed} refused={t('review.notChanged')} once={t('review.once')} />
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

function useFaults({ amount, payDay, reference }: NextDate, currency: Currency, longest: number) {
  const t = useTranslations('standingOrder.fault');
  const amountFault = useAmountFault();
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
