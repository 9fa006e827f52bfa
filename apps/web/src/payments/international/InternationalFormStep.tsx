import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { ChargeType } from '@larkmere/contract/payments/international';
import { regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExchangeInto } from '../../accounts/bank-account/bank-account.tsx';
import { OffHoursOptions } from '../../fx/auto-fx/auto-fx.tsx';
import { getMarketStatus, QuoteNotice } from '../../fx/conversion/conversion.tsx';
import { Recipient } from '../../payees/payee/payee.tsx';
import { useSubmitWhenReady } from '../../platform/forms/use-submit-when-ready.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { BalanceAmount } from '../../ui/BalanceAmount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import {
  FormDocuments,
  MemberLimitNote,
  NewPayeeLimit,
  payeeDefaultsOf,
  RegulatoryFields,
  ScheduleField,
  useUnsentFile,
} from '../initiation/initiation.tsx';
import { InternationalPriceCard } from './InternationalPriceCard.tsx';
import { maxAmountOf } from './international-price.ts';
import { useInternationalErrors } from './use-international-errors.ts';
import { type InternationalForm, referenceRuleOf } from './use-international-form.ts';

const formId = 'global-payment-form';

type Props = { form: InternationalForm; payee: PayeeView; onBack: () => void; onNext: () => void };

export function InternationalFormStep({ form, payee, onBack, onNext }: Props) {
  const t = useTranslations('globalPayment');
  const asking = useTranslations('paymentForm.asking');
  const { draft, change, source, isCross, off, blocked, price } = form;
  const { currency } = payee;
  const [attempts, setAttempts] = useState(0);
  const tried = attempts > 0;

  const { fault, live, amountFault, referenceFault, regulatoryErrors, dayFault, ...found } = useInternationalErrors(
    form,
    payee,
  );
  const file = useUnsentFile(tried);
  const faults = [...found.faults, ...file.faults];
  const awaited = useSubmitWhenReady(draft, form.isAsking, () => {
    if (faults.length > 0) setAttempts(attempts + 1);
    else if (isReady) onNext();
  });
  const isReady = price !== undefined && !form.updating && off === undefined && blocked === undefined;
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      {tried && faults.length > 0 && <ErrorSummary key={attempts} errors={faults} />}
      <ServiceNotice off={off} blocked={blocked} />
      <form id={formId} noValidate onSubmit={awaited.onSubmit}>
        <Card className="grid gap-5">
          <Recipient payee={payee} />
          <SourceField form={form} />
          <AmountInput
            id="global-amount"
            label={t('amount')}
            currency={currency}
            value={draft.amount}
            onChange={(typed) => change({ amount: typed })}
            balance={isCross ? undefined : price?.available}
            maxAmount={price && maxAmountOf(price)}
            error={(tried ? amountFault : undefined) ?? live}
          />
          {fault?.fault === 'tooMuch' && source && (
            <ExchangeInto currency={source.currency} accounts={form.accounts.data} />
          )}
          {isCross && price && (
            <p className="text-small text-text-muted">
              <BalanceAmount label="available" value={price.available} size="sm" />
            </p>
          )}
          {form.charges.length > 0 && (
            <ChargesField
              choices={form.charges}
              value={draft.chargeType}
              onChange={(chargeType) => change({ chargeType })}
            />
          )}
          <ReferenceField form={form} payee={payee} error={tried ? referenceFault : undefined} />
          {form.later && (
            <ScheduleField value={form.later} onChange={change} plan={form.plan} error={tried ? dayFault : undefined} />
          )}
          <RegulatoryFields
            value={draft.regulatoryInfo ?? {}}
            onChange={(regulatoryInfo) => change({ regulatoryInfo })}
            optionalFields={regulatoryFields.filter((name) => !price?.requiredFields.includes(name))}
            requiredFields={price?.requiredFields ?? []}
            errors={tried ? regulatoryErrors : {}}
            defaults={payeeDefaultsOf(payee)}
          />
        </Card>
      </form>
      <Costs form={form} />
      {/* Outside of the form element, because it contains a form of its own. */}
      <FormDocuments
        draft={draft}
        onChange={(more) => form.amend((now) => ({ ...now, ...more(now) }))}
        unsent={file.unsent}
      />
      <FormButtons form={form} onBack={onBack}>
        <Button
          type="submit"
          form={formId}
          className="flex-1"
          busy={awaited.isWaiting}
          busyLabel={asking('price')}
          aria-disabled={(faults.length === 0 && !isReady && !form.isAsking) || undefined}
        >
          {t('next')}
        </Button>
      </FormButtons>
    </div>
  );
}

function Costs({ form }: Pick<Props, 'form'>) {
  const t = useTranslations('globalPayment');
  const { isCross, blocked, bounds, quote, price } = form;
  return (
    <>
      {isCross && blocked === undefined && (
        <QuoteNotice quote={quote.held?.quote} error={quote.error} onRetry={quote.renew} />
      )}
      <InternationalPriceCard
        price={price}
        requestedDate={form.executionDate}
        updating={form.updating}
        error={form.priceError}
        onRetry={form.retryPrice}
      />
      {price && <MemberLimitNote price={price} />}
      {price && <NewPayeeLimit price={price} />}
      {bounds && (
        <p className="text-small text-text-muted">
          {t('bounds', { least: moneyText(bounds.least), most: moneyText(bounds.most) })}
        </p>
      )}
    </>
  );
}

function ReferenceField({
  form: { draft, change },
  payee,
  error,
}: Pick<Props, 'form' | 'payee'> & { error: string | undefined }) {
  const { filter, longest } = referenceRuleOf(payee);
  const t = useTranslations('globalPayment');
  return (
    <Field id="global-reference" label={t('reference')} hint={t('referenceHint', { longest })} error={error}>
      <ReferenceInput filter={filter} value={draft.reference} onChange={(typed) => change({ reference: typed })} />
    </Field>
  );
}

function FormButtons({ form, onBack, children: next }: Pick<Props, 'form' | 'onBack'> & { children: ReactNode }) {
  const t = useTranslations('globalPayment');
  const { draft, isCross, source, sources, currency, quote } = form;
  const own = sources?.find((account) => account.currency === currency);
  const { isClosed, mayWait, mayDeal } = getMarketStatus(quote);
  const back = (
    <Button kind="secondary" onClick={onBack}>
      {t('review.back')}
    </Button>
  );
  if (!isCross || !isClosed || !mayWait || !source || !own)
    return (
      <div className="flex gap-3">
        {back}
        {next}
      </div>
    );
  const wish = { source: source.bankholderid, target: own.bankholderid, side: 'buy', amount: draft.amount };
  return (
    <>
      <OffHoursOptions prefill={wish} exchangeNow={mayDeal && next} payoutCurrency={own.currency} />
      <div className="flex">{back}</div>
    </>
  );
}

function ServiceNotice({ off, blocked }: Pick<InternationalForm, 'off' | 'blocked'>) {
  const t = useTranslations('globalPayment');
  const message = off ?? blocked;
  if (!message) return null;
  return (
    <Notice kind="warning" title={t(off ? 'swiftOff' : 'crossOff')}>
      {message}
    </Notice>
  );
}

function SourceField({ form: { sources, source, change } }: Pick<Props, 'form'>) {
  const t = useTranslations('globalPayment');
  return (
    <SelectField
      label={t('from')}
      value={source?.bankholderid}
      onChange={(event) => change({ source: event.target.value })}
      options={(sources ?? []).map(({ bankholderid, currency, accountnumber }) => ({
        value: bankholderid,
        label: t('account', { currency, number: accountnumber ?? bankholderid }),
      }))}
    />
  );
}

type ChargesFieldProps = { choices: readonly ChargeType[]; value: ChargeType; onChange: (value: ChargeType) => void };

function ChargesField({ choices, value, onChange }: ChargesFieldProps) {
  const t = useTranslations('globalPayment');
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="font-semibold">
        {t('charges')}
      </span>
      <Segmented
        label={t('charges')}
        value={value}
        onChange={onChange}
        options={choices.map((choice) => ({ value: choice, label: t(choice) }))}
      />
      <p className="text-small text-text-muted">{t(`about.${value}`)}</p>
    </div>
  );
}
