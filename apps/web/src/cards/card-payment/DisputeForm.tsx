import type { DisputeReason } from '@larkmere/contract/cards/card-payment';
import { compare, isPositive, readAmount } from '@larkmere/money/money';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { moneyText } from '../../ui/money.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { type CardPaymentDetails, useOpenDispute } from './card-payment.api.ts';
import { DocumentList } from './DocumentList.tsx';
import { UploadButton } from './UploadButton.tsx';

const reasons: readonly DisputeReason[] = [
  'not_recognised',
  'not_received',
  'faulty',
  'wrong_amount',
  'charged_twice',
  'refund_missing',
  'cancelled',
  'other',
];
const minNoteLength = 10;

export function DisputeForm({ payment, onClose }: { payment: CardPaymentDetails; onClose: () => void }) {
  const t = useTranslations('cardPayment.dispute');
  const [reason, setReason] = useState<DisputeReason>('not_recognised');
  const [amount, setAmount] = useState(payment.disputable.amount);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const sending = useIdempotentRequest(useOpenDispute().mutateAsync, () => {
    showToast({ kind: 'success', text: t('sent') });
    onClose();
  });
  const isBusy = sending.sending || sending.unknown;
  const isShort = note.trim().length < minNoteLength;
  const isWrong = !isWithin(amount, payment.disputable);
  const evidence = payment.documents.filter(({ purpose }) => purpose === 'evidence');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort && !isWrong && !isBusy)
      void sending.send({ id: payment.uid, reason, note, amount, idempotency: sending.key });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('once')} />
      <SelectField
        label={t('reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value as DisputeReason)}
        options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
      <AmountInput
        label={t('amount')}
        value={amount}
        onChange={setAmount}
        currency={payment.disputable.currency}
        error={isTried && isWrong ? t('amountWrong', { most: moneyText(payment.disputable) }) : undefined}
      />
      <Field label={t('note')} hint={t('noteHint')} error={isTried && isShort ? t('noteShort') : undefined}>
        <TextArea rows={4} maxLength={1000} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <div className="grid gap-2">
        <p className="font-semibold">{t('evidence')}</p>
        <p className="text-small text-text-muted">{t('evidenceText')}</p>
        {evidence.length > 0 && <DocumentList documents={evidence} />}
        <UploadButton id={payment.uid} purpose="evidence" label={t('addEvidence')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyLabel={t('sending')}>
          {t('send')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function isWithin(amount: string, { amount: most, currency }: CardPaymentDetails['disputable']): boolean {
  const [read, limit] = [readAmount(currency, amount), readAmount(currency, most)];
  return read !== undefined && limit !== undefined && isPositive(read) && compare(read, limit) <= 0;
}
