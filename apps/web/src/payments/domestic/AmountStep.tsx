import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PaymentScheme, PriceView } from '@larkmere/contract/payments/payment';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExchangeInto } from '../../accounts/bank-account/bank-account.tsx';
import { Recipient } from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { useSubmitWhenReady } from '../../platform/forms/use-submit-when-ready.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import {
  EndToEndIdField,
  FormDocuments,
  MemberLimitNote,
  NewPayeeLimit,
  payeeDefaultsOf,
  RegulatoryFields,
  ScheduleField,
  useUnsentFile,
} from '../initiation/initiation.tsx';
import { OtherBalanceNotice } from './OtherBalanceNotice.tsx';
import { PricePanel } from './PricePanel.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { useAmountErrors } from './use-amount-errors.ts';
import type { usePaymentForm } from './use-payment-form.ts';
import { useMaxAmount, usePaymentPrice } from './use-payment-price.ts';

const formId = 'payment-amount-form';

type Props = { form: ReturnType<typeof usePaymentForm>; payee: PayeeView; onNext: () => void };

export function AmountStep({ form, payee, onNext }: Props) {
  const t = useTranslations('payment');
  const asking = useTranslations('paymentForm.asking');
  const { currency, draft, saveDraft, source, goTo } = form;
  const { price, executionDate, available, known, updating, isAsking, error, dayRefused, retry, off } = usePaymentPrice(
    source,
    draft,
    currency,
  );
  const most = useMaxAmount(source, draft, currency);
  const asks = known?.requiredFields ?? [];
  const [attempts, setAttempts] = useState(0);
  const { amount, reference, day, regulatory, ownNumber, live, isShort, faults } = useAmountErrors(
    currency,
    draft,
    updating ? undefined : price,
    {
      plan: known?.schedule,
      dateError: dayRefused,
      priceError: error && !price && !dayRefused ? failureText(error) : undefined,
      requiredFields: asks,
    },
    payee,
  );
  const tried = attempts > 0;
  const file = useUnsentFile(tried);
  const all = [...faults, ...file.faults];
  const awaited = useSubmitWhenReady(draft, isAsking, () => (all.length > 0 ? setAttempts(attempts + 1) : onNext()));

  return (
    <div className="grid gap-5">
      <StepHeading>{t('amount.heading')}</StepHeading>
      {tried && all.length > 0 && <ErrorSummary key={attempts} errors={all} />}
      <FormNotices form={form} payee={payee} off={off} />
      <form id={formId} noValidate onSubmit={awaited.onSubmit}>
        <Card className="grid gap-5">
          <Recipient payee={payee} />
          <SourceField form={form} />
          <AmountInput
            id="payment-amount"
            label={t('amount.youSend')}
            currency={currency}
            value={draft.amount}
            onChange={(typed) => saveDraft({ ...draft, amount: typed })}
            balance={available}
            maxAmount={most}
            error={(tried ? amount : undefined) ?? live}
          />
          {isShort && <ExchangeInto currency={currency} accounts={form.accounts.data} />}
          <ReferenceField
            currency={currency}
            value={draft.reference}
            onChange={(typed) => saveDraft({ ...draft, reference: typed })}
            error={tried ? reference : undefined}
          />
          {currency === 'EUR' && (
            <SchemeField value={draft.scheme} onChange={(scheme) => saveDraft({ ...draft, scheme })} />
          )}
          <RegulatorySection
            form={form}
            payee={payee}
            requiredFields={asks}
            errors={tried ? regulatory : {}}
            endToEndIdError={tried ? ownNumber : undefined}
          />
          <ScheduleField
            value={draft}
            onChange={(when) => saveDraft({ ...draft, ...when })}
            plan={known?.schedule}
            error={tried ? day : undefined}
          />
        </Card>
      </form>
      {off === undefined && (
        <PricePanel price={price} requestedDate={executionDate} updating={updating} error={error} onRetry={retry} />
      )}
      {known && <LimitNotes price={known} />}
      {/* Outside of the form element, because it contains a form of its own. */}
      <FormDocuments
        draft={draft}
        onChange={(change) => form.amend((now) => ({ ...now, ...change(now) }))}
        unsent={file.unsent}
      />
      <div className="flex gap-3">
        <Button kind="secondary" onClick={() => goTo('payee')}>
          {t('amount.back')}
        </Button>
        <Button
          type="submit"
          form={formId}
          className="flex-1"
          busy={awaited.isWaiting}
          busyLabel={asking('price')}
          aria-disabled={off !== undefined || undefined}
        >
          {t('amount.next')}
        </Button>
      </div>
    </div>
  );
}

function FormNotices({
  form: { currency, sources, accounts },
  payee,
  off,
}: Pick<Props, 'form' | 'payee'> & { off: string | undefined }) {
  const t = useTranslations('payment');
  return (
    <>
      {off && (
        <Notice kind="warning" title={t('off', { currency: t(`words.${currency}`) })}>
          {off}
        </Notice>
      )}
      {sources?.length === 0 && <OtherBalanceNotice currency={currency} payeeUid={payee.uid} />}
      {accounts.error && !sources && (
        <ErrorState
          title={t('amount.accountsFailed')}
          text={failureText(accounts.error)}
          onRetry={() => void accounts.refetch()}
        />
      )}
    </>
  );
}

type RegulatorySectionProps = Pick<Props, 'form' | 'payee'> & {
  requiredFields: readonly RegulatoryField[];
  errors: NonNullable<ComponentProps<typeof RegulatoryFields>['errors']>;
  endToEndIdError: string | undefined;
};

const RegulatorySection = ({
  form: { draft, saveDraft },
  payee,
  requiredFields,
  errors: faults,
  endToEndIdError,
}: RegulatorySectionProps) => (
  <RegulatoryFields
    value={draft.regulatoryInfo ?? {}}
    onChange={(regulatoryInfo) => saveDraft({ ...draft, regulatoryInfo })}
    optionalFields={requiredFields.includes('purposeCode') ? [] : ['purposeCode']}
    requiredFields={requiredFields}
    defaults={payeeDefaultsOf(payee)}
    errors={faults}
    isExpanded={Boolean(draft.endToEndId)}
  >
    <EndToEndIdField
      value={draft.endToEndId ?? ''}
      onChange={(endToEndId) => saveDraft({ ...draft, endToEndId })}
      error={endToEndIdError}
    />
  </RegulatoryFields>
);

function SourceField({ form: { sources, source, currency, draft, saveDraft } }: Pick<Props, 'form'>) {
  const t = useTranslations('payment.amount');
  if (!sources || sources.length < 2) return null;
  return (
    <SelectField
      label={t('from')}
      value={source?.bankholderid}
      onChange={(event) => saveDraft({ ...draft, source: event.target.value })}
      options={sources.map(({ bankholderid, accountnumber }) => ({
        value: bankholderid,
        label: t('account', { currency, number: accountnumber ?? bankholderid }),
      }))}
    />
  );
}

const LimitNotes = ({ price }: { price: PriceView }) => (
  <>
    <LimitsNote price={price} />
    <MemberLimitNote price={price} />
    <NewPayeeLimit price={price} />
  </>
);

function LimitsNote({ price: { amount, limit } }: { price: PriceView }) {
  const t = useTranslations('payment.amount');
  const text = (most: string) => moneyText({ amount: most, currency: amount.currency });
  return (
    <p className="text-small text-text-muted">
      {t('limits', { perPayment: text(limit.perPayment), leftToday: text(limit.remainingToday) })}
    </p>
  );
}

type SchemeProps = { value: PaymentScheme; onChange: (scheme: PaymentScheme) => void };
const schemes = ['auto', 'inst', 'sct'] as const;

function SchemeField({ value, onChange }: SchemeProps) {
  const t = useTranslations('payment.amount');
  return (
    <SelectField
      label={t('scheme')}
      value={value}
      onChange={(event) => onChange(schemes.find((scheme) => scheme === event.target.value) ?? 'auto')}
      options={schemes.map((scheme) => ({ value: scheme, label: t(`schemes.${scheme}`) }))}
    />
  );
}
