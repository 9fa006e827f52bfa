import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { readRate } from '@larkmere/money/rate';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountField } from '../../accounts/bank-account/bank-account.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { isPhoneNumber } from '../../ui/phone-number.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { TargetField } from '../rate/rate.tsx';
import { type DealRequest, useRequestDeal } from './manual-fx.api.ts';

type Props = { accounts: BankAccountView[]; onDone: () => void };
type DealDraft = Pick<DealRequest, 'side'> & {
  source: string;
  target: string;
  amount: string;
  date: string;
  rate: string;
  comment: string;
  phone: string;
};

const amountId = 'request-amount';
const rateId = 'request-rate';
const phoneId = 'request-phone';

export function DealRequestForm({ accounts, onDone }: Props) {
  const t = useTranslations('manualFx.form');
  const [draft, setDraft] = useState<DealDraft>({
    source: '',
    target: '',
    side: 'sell',
    amount: '',
    date: 'today',
    rate: '',
    comment: '',
    phone: '',
  });
  const [attempts, setAttempts] = useState(0);
  const faultOf = useAmountError();
  const request = useRequestDeal();
  const ask = async (input: Parameters<typeof request.mutateAsync>[0]) => {
    const { approvalRequest } = await request.mutateAsync(input);
    showToast({ kind: 'success', text: t(approvalRequest ? 'asked' : 'sent') });
  };
  const sending = useIdempotentRequest(ask, onDone);
  const source = accounts.find(({ bankholderid }) => bankholderid === draft.source) ?? accounts[0];
  const others = accounts.filter(({ currency }) => currency !== source?.currency);
  const target = others.find(({ bankholderid }) => bankholderid === draft.target) ?? others[0];
  if (!source || !target) return null;
  const fixed = draft.side === 'sell' ? source.currency : target.currency;
  const isBusy = sending.sending || sending.unknown;
  const rateFault = draft.rate.trim() !== '' && !readRate('GBP', 'EUR', draft.rate) ? t('rateWrong') : undefined;
  const phoneFault = draft.phone !== '' && !isPhoneNumber(draft.phone) ? t('phoneWrong') : undefined;
  const found = { amount: faultOf(draft.amount, fixed), rate: rateFault, phone: phoneFault };
  const errors: FieldsProps['errors'] = attempts > 0 ? found : {};
  const summary = [
    { id: amountId, message: errors.amount },
    { id: rateId, message: errors.rate },
    { id: phoneId, message: errors.phone },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  const change = (some: Partial<DealDraft>) => setDraft((before) => ({ ...before, ...some }));
  const toDealRequest = (): DealRequest => ({
    sourceBankholderId: source.bankholderid,
    targetBankholderId: target.bankholderid,
    sell: source.currency,
    buy: target.currency,
    side: draft.side,
    amount: draft.amount,
    valueDate: draft.date,
    instruction: draft.rate.trim() === '' ? 'market' : 'target',
    targetRate: draft.rate.trim() === '' ? null : draft.rate,
    comment: draft.comment === '' ? null : draft.comment,
    callbackPhone: draft.phone === '' ? null : draft.phone,
    idempotency: sending.key,
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts(attempts + 1);
        if (Object.values(found).every((fault) => fault === undefined) && !isBusy) void sending.send(toDealRequest());
      }}
    >
      <StepHeading>{t('heading')}</StepHeading>
      {summary.length > 0 && <ErrorSummary key={attempts} errors={summary} />}
      <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />
      <Card className="grid gap-5">
        <Fields
          draft={draft}
          change={change}
          accounts={accounts}
          targetAccounts={others}
          source={source}
          target={target}
          errors={errors}
        />
      </Card>
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onDone}>
          {t('back')}
        </Button>
        <Button type="submit" className="flex-1" busy={isBusy} busyLabel={t('sending')}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

type FieldsProps = {
  draft: DealDraft;
  change: (some: Partial<DealDraft>) => void;
  accounts: BankAccountView[];
  targetAccounts: BankAccountView[];
  source: BankAccountView;
  target: BankAccountView;
  errors: Readonly<{ amount?: string | undefined; rate?: string | undefined; phone?: string | undefined }>;
};

function Fields({ draft, change, accounts, targetAccounts, source, target, errors }: FieldsProps) {
  const t = useTranslations('manualFx.form');
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <AccountField
          label={t('from')}
          value={source.bankholderid}
          onChange={(id) => change({ source: id })}
          accounts={accounts}
        />
        <AccountField
          label={t('to')}
          value={target.bankholderid}
          onChange={(id) => change({ target: id })}
          accounts={targetAccounts}
        />
      </div>
      <div className="grid gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('side')}
        </p>
        <Segmented
          label={t('side')}
          value={draft.side}
          onChange={(side) => change({ side })}
          options={(['sell', 'buy'] as const).map((value) => ({ value, label: t(`sides.${value}`) }))}
        />
      </div>
      <AmountInput
        id={amountId}
        label={t('amount')}
        currency={draft.side === 'sell' ? source.currency : target.currency}
        value={draft.amount}
        onChange={(amount) => change({ amount })}
        error={errors.amount}
      />
      <SelectField
        label={t('valueDate')}
        value={draft.date}
        onChange={(event) => change({ date: event.target.value })}
        options={(['today', 'tom', 'spot'] as const).map((value) => ({ value, label: t(`dates.${value}`) }))}
      />
      <TargetField
        id={rateId}
        label={t('target')}
        sell={source.currency}
        buy={target.currency}
        value={draft.rate}
        onChange={(rate) => change({ rate })}
        hint={t('targetHint')}
        error={errors.rate}
        optional
      />
      <Field label={t('comment')} optional>
        <TextInput
          maxLength={500}
          value={draft.comment}
          onChange={(event) => change({ comment: event.target.value })}
        />
      </Field>
      <PhoneInput
        id={phoneId}
        label={t('phone')}
        error={errors.phone}
        value={draft.phone}
        onChange={(phone) => change({ phone })}
        optional
      />
    </>
  );
}
