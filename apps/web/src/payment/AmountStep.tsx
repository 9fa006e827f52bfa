import type { PayeeView } from '@larkmere/contract/payee';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { FilteredInput } from '../ui/FilteredInput.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { mostOf } from './amounts.ts';
import { PricePanel } from './PricePanel.tsx';
import { useAmountFaults } from './use-amount-faults.ts';
import type { useGbpForm } from './use-gbp-form.ts';
import { useGbpPrice } from './use-gbp-price.ts';

type Props = { form: ReturnType<typeof useGbpForm>; payee: PayeeView; onNext: () => void };

/** How much, from where and with which words; the price stands beside it from the first digit. */
export function AmountStep({ form, payee, onNext }: Props) {
  const t = useTranslations('payment');
  const { draft, keep, sources, source, goTo } = form;
  const { price, available, probe, updating, error, retry, off } = useGbpPrice(source, draft.amount);
  const [attempts, setAttempts] = useState(0);
  const { amount, reference, live } = useAmountFaults(draft, updating ? undefined : price);
  const faults = [
    { id: 'payment-amount', message: amount ?? live },
    { id: 'payment-reference', message: reference },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  const tried = attempts > 0;

  const limit = (text: string) => moneyText({ amount: text, currency: 'GBP' });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (faults.length > 0) setAttempts(attempts + 1);
        else onNext();
      }}
    >
      <StepHeading>{t('amount.heading')}</StepHeading>
      {tried && faults.length > 0 && <ErrorSummary key={attempts} errors={faults} />}
      {off && (
        <Notice kind="warning" title={t('off')}>
          {off}
        </Notice>
      )}
      {sources?.length === 0 && <Notice kind="warning" title={t('types.noAccount')} />}
      {form.accounts.error && !sources && (
        <ErrorState
          title={t('amount.accountsFailed')}
          text={failureText(form.accounts.error)}
          onRetry={() => void form.accounts.refetch()}
        />
      )}
      <Card className="grid gap-5">
        <Recipient payee={payee} />
        {sources && sources.length > 1 && (
          <SelectField
            label={t('amount.from')}
            value={source?.bankholderid}
            onChange={(event) => keep({ ...draft, source: event.target.value })}
            options={sources.map(({ bankholderid, currency, accountnumber }) => ({
              value: bankholderid,
              label: t('amount.account', { currency, number: accountnumber ?? bankholderid }),
            }))}
          />
        )}
        <AmountInput
          id="payment-amount"
          label={t('amount.youSend')}
          currency="GBP"
          value={draft.amount}
          onChange={(typed) => keep({ ...draft, amount: typed })}
          balance={available}
          most={available && probe && mostOf(available, probe.fee)}
          error={(tried ? amount : undefined) ?? live}
        />
        <Field
          id="payment-reference"
          label={t('amount.reference')}
          hint={t('amount.referenceHint')}
          error={tried ? reference : undefined}
        >
          <FilteredInput
            filter="alnum-hyphen"
            value={draft.reference}
            onChange={(typed) => keep({ ...draft, reference: typed })}
            autoComplete="off"
          />
        </Field>
      </Card>
      {off === undefined && <PricePanel price={price} updating={updating} error={error} onRetry={retry} />}
      {probe && (
        <p className="text-small text-text-muted">
          {t('amount.limits', {
            perPayment: limit(probe.limit.perPayment),
            leftToday: limit(probe.limit.leftToday),
          })}
        </p>
      )}
      <div className="flex gap-3">
        <Button kind="secondary" onClick={() => goTo('payee')}>
          {t('amount.back')}
        </Button>
        <Button type="submit" className="flex-1" aria-disabled={off !== undefined || undefined}>
          {t('amount.next')}
        </Button>
      </div>
    </form>
  );
}

function Recipient({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payment.amount');
  return (
    <div className="flex items-center gap-3">
      <Avatar name={payee.name} size={40} />
      <p className="min-w-0">
        <span className="sr-only">{t('to')} </span>
        <span className="block font-semibold">{payee.name}</span>
        <span className="figures block text-small text-text-muted">{payee.summary}</span>
      </p>
    </div>
  );
}
