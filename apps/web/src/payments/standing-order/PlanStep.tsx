import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { RegulatoryField } from '@larkmere/contract/payments/regulatory-codes';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountField, useBalance } from '../../accounts/bank-account/bank-account.tsx';
import { failureText } from '../../platform/failures.ts';
import { isQueryPending, useSubmitWhenReady } from '../../platform/forms/use-submit-when-ready.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { findMissingFields, payeeDefaultsOf, RegulatoryFields, regulatoryFieldId } from '../initiation/initiation.tsx';
import { DatesPreview } from './DatesPreview.tsx';
import { AmountSideField, ChargeField, ExchangeFields } from './ExchangeFields.tsx';
import { isCrossCurrency, type PaymentRoute, referenceRuleFor } from './payment-route.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { usePreview } from './standing-order.api.ts';
import {
  amountCurrencyOf,
  type DraftError,
  type ErrorField,
  optionalFieldsFor,
  type StandingOrderDraft,
  toPreviewRequest,
  validateDraft,
} from './standing-order-draft.ts';
import { TopUpFields } from './TopUpFields.tsx';
import { usePlanTexts } from './use-plan-texts.ts';
import type { useStandingOrderForm } from './use-standing-order-form.ts';

type Props = { form: ReturnType<typeof useStandingOrderForm>; payee: PayeeView };

export function PlanStep({ form, payee }: Props) {
  const t = useTranslations('standingOrder.plan');
  const asking = useTranslations('paymentForm.asking');
  const { draft, keep, sources, source, crossing, order, goTo } = form;
  const preview = usePreview(toPreviewRequest(draft, crossing));
  const [attempts, setAttempts] = useState(0);
  const found = validateDraft(draft, crossing, preview.data?.earliest, order.data?.terms);
  const needs = preview.data?.requiredFields ?? [];
  const missingFields = findMissingFields(needs, draft.regulatoryInfo, payee);
  const tried = attempts > 0;
  const available = useBalance(source?.bankholderid).data?.available;
  const currency = amountCurrencyOf(draft, crossing);
  const errorOf = useErrorTexts(tried ? found : [], preview.data?.earliest, crossing, draft);
  const regulatoryErrors = useRegulatoryErrors(tried ? missingFields : []);
  const failed = preview.error && !preview.data ? failureText(preview.error) : undefined;
  const lost = tried && failed ? [{ id: 'standing-start', message: failed }] : [];
  const errors = [...errorOf.all, ...lost, ...regulatoryErrors.all];
  const balance =
    available === undefined || currency !== source?.currency ? undefined : { amount: available, currency };
  const rule = referenceRuleFor(crossing);
  const awaited = useSubmitWhenReady(draft, isQueryPending(preview), () => {
    setAttempts(attempts + 1);
    if (found.length + missingFields.length === 0 && !failed && source) goTo('review');
  });
  const change = (more: Partial<typeof draft>) => keep({ ...draft, ...more });
  return (
    <form noValidate className="grid gap-5" onSubmit={awaited.onSubmit}>
      <StepHeading>{t('heading')}</StepHeading>
      {errors.length > 0 && <ErrorSummary key={attempts} errors={errors} />}
      {sources?.length === 0 && <Notice kind="warning" title={t('noAccount', { currency: crossing.payeeCurrency })} />}
      {form.accounts.error && !sources && (
        <ErrorState
          title={t('accountsFailed')}
          text={failureText(form.accounts.error)}
          onRetry={() => void form.accounts.refetch()}
        />
      )}
      <Card className="grid gap-5">
        <Recipient payee={payee} />
        {sources && sources.length > 1 && (
          <AccountField
            label={t('from')}
            value={source?.bankholderid}
            onChange={(id) => change({ source: id })}
            accounts={sources}
          />
        )}
        {isCrossCurrency(crossing) && <AmountSideField draft={draft} change={change} route={crossing} />}
        <AmountInput
          key={currency}
          id="standing-amount"
          label={t('amount')}
          currency={currency}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          balance={balance}
          error={errorOf.of('amount')}
        />
        {isCrossCurrency(crossing) && (
          <ExchangeFields draft={draft} change={change} route={crossing} errorOf={errorOf.of} />
        )}
        {crossing.hasIntermediaryCharges && <ChargeField draft={draft} change={change} />}
        <Field
          id="standing-reference"
          label={t('reference')}
          hint={t(rule.longest === 18 ? 'referenceHint' : 'referenceHintLong', { longest: String(rule.longest) })}
          error={errorOf.of('reference')}
        >
          <ReferenceInput
            filter={rule.filter}
            value={draft.reference}
            onChange={(reference) => change({ reference })}
          />
        </Field>
        <ScheduleFields draft={draft} change={change} rules={preview.data} errorOf={errorOf.of} />
        <TopUpFields form={form} change={change} errorOf={errorOf.of} />
        <RegulatoryFields
          value={draft.regulatoryInfo ?? {}}
          onChange={(typed) => change({ regulatoryInfo: typed })}
          optionalFields={optionalFieldsFor(crossing, needs)}
          requiredFields={needs}
          defaults={payeeDefaultsOf(payee)}
          errors={regulatoryErrors.of}
        />
      </Card>
      <DatesPreview preview={preview} draft={draft} />
      <div className="flex gap-3">
        <Button kind="secondary" onClick={() => goTo('payee')}>
          {t('back')}
        </Button>
        <Button type="submit" className="flex-1" busy={awaited.isWaiting} busyLabel={asking('dates')}>
          {t('next')}
        </Button>
      </div>
    </form>
  );
}

const errorFieldOf = (fault: DraftError) =>
  /^(amount|floor|most|topUp|reference|start|end|count)/.exec(fault)?.[1] as ErrorField;

function useErrorTexts(
  faults: DraftError[],
  earliest: string | undefined,
  crossing: PaymentRoute,
  draft: StandingOrderDraft,
) {
  const t = useTranslations('standingOrder.fault');
  const amountFault = useAmountError();
  const { day } = usePlanTexts();
  const text = (fault: DraftError): string => {
    if (fault === 'amountWrong') return amountFault(draft.amount, amountCurrencyOf(draft, crossing)) ?? '';
    if (fault === 'mostWrong') return amountFault(draft.maxDebit, crossing.accountCurrency) ?? '';
    return t(fault, { day: earliest ? day(earliest) : '', longest: String(referenceRuleFor(crossing).longest) });
  };
  const all = faults.map((fault) => ({ id: `standing-${errorFieldOf(fault)}`, message: text(fault) }));
  return { all, of: (field: ErrorField) => all.find(({ id }) => id === `standing-${field}`)?.message };
}

function useRegulatoryErrors(missingFields: readonly RegulatoryField[]) {
  const t = useTranslations('paymentForm.fault');
  return {
    all: missingFields.map((key) => ({ id: regulatoryFieldId(key), message: t(key) })),
    of: Object.fromEntries(missingFields.map((key) => [key, t(key)])),
  };
}

function Recipient({ payee: { name, summary } }: { payee: PayeeView }) {
  const t = useTranslations('standingOrder.plan');
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} size={40} />
      <p className="min-w-0">
        <span className="sr-only">{t('to')} </span>
        <span className="block font-semibold">{name}</span>
        <span className="figures block text-small text-text-muted">{summary}</span>
      </p>
    </div>
  );
}
