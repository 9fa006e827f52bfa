import type { PayeeView } from '@larkmere/contract/payee';
import type { PaymentScheme, PriceView } from '@larkmere/contract/payment';
import type { Choice } from '@larkmere/contract/payment-choices';
import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExchangeInto } from '../bank-account/bank-account.tsx';
import { failureText } from '../kernel/errors.ts';
import { useAwaitedSubmit } from '../kernel/use-awaited-submit.ts';
import { Recipient } from '../payee/payee.tsx';
import {
  FormDocuments,
  knownOf,
  NewPayeeLimit,
  OwnNumberField,
  SaidFields,
  useUnsentFile,
  WhenField,
} from '../payment-form/payment-form.tsx';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { ReferenceInput } from '../ui/ReferenceInput.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { PricePanel } from './PricePanel.tsx';
import { references } from './pay-currency.ts';
import { useAmountFaults } from './use-amount-faults.ts';
import type { usePaymentForm } from './use-payment-form.ts';
import { useMost, usePaymentPrice } from './use-payment-price.ts';

const formId = 'payment-amount-form';

type Props = { form: ReturnType<typeof usePaymentForm>; payee: PayeeView; onNext: () => void };

export function AmountStep({ form, payee, onNext }: Props) {
  const t = useTranslations('payment');
  const asking = useTranslations('paymentForm.asking');
  const { currency, draft, keep, source, goTo } = form;
  const { price, executionDate, available, known, updating, isAsking, error, dayRefused, retry, off } = usePaymentPrice(
    source,
    draft,
    currency,
  );
  const most = useMost(source, draft, currency);
  const asks = known?.asks ?? [];
  const [attempts, setAttempts] = useState(0);
  const { amount, reference, day, said, ownNumber, live, isShort, faults } = useAmountFaults(
    currency,
    draft,
    updating ? undefined : price,
    { plan: known?.plan, dayRefused, failed: error && !price && !dayRefused ? failureText(error) : undefined, asks },
    payee,
  );
  const tried = attempts > 0;
  const file = useUnsentFile(tried);
  const all = [...faults, ...file.faults];
  const awaited = useAwaitedSubmit(draft, isAsking, () => (all.length > 0 ? setAttempts(attempts + 1) : onNext()));

  return (
    <div className="grid gap-5">
      <StepHeading>{t('amount.heading')}</StepHeading>
      {tried && all.length > 0 && <ErrorSummary key={attempts} errors={all} />}
      <Obstacles form={form} off={off} />
      <form id={formId} noValidate onSubmit={awaited.onSubmit}>
        <Card className="grid gap-5">
          <Recipient payee={payee} />
          <SourceField form={form} />
          <AmountInput
            id="payment-amount"
            label={t('amount.youSend')}
            currency={currency}
            value={draft.amount}
            onChange={(typed) => keep({ ...draft, amount: typed })}
            balance={available}
            most={most}
            error={(tried ? amount : undefined) ?? live}
          />
          {isShort && <ExchangeInto currency={currency} accounts={form.accounts.data} />}
          <Field
            id="payment-reference"
            label={t('amount.reference')}
            hint={t(`amount.referenceHint.${currency}`)}
            error={tried ? reference : undefined}
          >
            <ReferenceInput
              filter={references[currency].filter}
              value={draft.reference}
              onChange={(typed) => keep({ ...draft, reference: typed })}
            />
          </Field>
          {currency === 'EUR' && <SchemeField value={draft.scheme} onChange={(scheme) => keep({ ...draft, scheme })} />}
          <Background
            form={form}
            payee={payee}
            needs={asks}
            faults={tried ? said : {}}
            ownNumber={tried ? ownNumber : undefined}
          />
          <WhenField
            value={draft}
            onChange={(when) => keep({ ...draft, ...when })}
            plan={known?.plan}
            error={tried ? day : undefined}
          />
        </Card>
      </form>
      {off === undefined && (
        <PricePanel price={price} day={executionDate} updating={updating} error={error} onRetry={retry} />
      )}
      {known && <Limits price={known} />}
      {known && <NewPayeeLimit price={known} />}
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

function Obstacles({ form: { currency, sources, accounts }, off }: Pick<Props, 'form'> & { off: string | undefined }) {
  const t = useTranslations('payment');
  return (
    <>
      {off && (
        <Notice kind="warning" title={t('off', { currency: t(`words.${currency}`) })}>
          {off}
        </Notice>
      )}
      {sources?.length === 0 && (
        <Notice kind="warning" title={t('types.noAccount', { currency: t(`words.${currency}`) })} />
      )}
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

type Asked = Pick<Props, 'form' | 'payee'> & {
  needs: readonly Choice[];
  faults: NonNullable<ComponentProps<typeof SaidFields>['faults']>;
  ownNumber: string | undefined;
};

const Background = ({ form: { draft, keep }, payee, needs, faults, ownNumber }: Asked) => (
  <SaidFields
    value={draft.said ?? {}}
    onChange={(said) => keep({ ...draft, said })}
    asks={needs.includes('purposeCode') ? [] : ['purposeCode']}
    needs={needs}
    known={knownOf(payee)}
    faults={faults}
    isTold={Boolean(draft.endToEndId)}
  >
    <OwnNumberField
      value={draft.endToEndId ?? ''}
      onChange={(endToEndId) => keep({ ...draft, endToEndId })}
      error={ownNumber}
    />
  </SaidFields>
);

function SourceField({ form: { sources, source, currency, draft, keep } }: Pick<Props, 'form'>) {
  const t = useTranslations('payment.amount');
  if (!sources || sources.length < 2) return null;
  return (
    <SelectField
      label={t('from')}
      value={source?.bankholderid}
      onChange={(event) => keep({ ...draft, source: event.target.value })}
      options={sources.map(({ bankholderid, accountnumber }) => ({
        value: bankholderid,
        label: t('account', { currency, number: accountnumber ?? bankholderid }),
      }))}
    />
  );
}

function Limits({ price: { amount, limit } }: { price: PriceView }) {
  const t = useTranslations('payment.amount');
  const text = (most: string) => moneyText({ amount: most, currency: amount.currency });
  return (
    <p className="text-small text-text-muted">
      {t('limits', { perPayment: text(limit.perPayment), leftToday: text(limit.leftToday) })}
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
