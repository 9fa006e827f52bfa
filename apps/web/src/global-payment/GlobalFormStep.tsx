import type { ChargeType } from '@larkmere/contract/global-payment';
import { isPositive, readAmount } from '@larkmere/money/money';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QuoteNews } from '../fx/fx.tsx';
import { paths } from '../kernel/paths.ts';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ReferenceInput } from '../ui/ReferenceInput.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { GlobalPriceCard } from './GlobalPriceCard.tsx';
import { isShort, mostOf, shortOf } from './global-price.ts';
import type { GlobalForm } from './use-global-form.ts';

const carried = /^[A-Za-z0-9 /?:().,'+-]{1,140}$/;

/** Whom, out of which account, how much, who bears the charges on the way; the price stands beside it. */
export function GlobalFormStep({ form, onNext }: { form: GlobalForm; onNext: () => void }) {
  const t = useTranslations('globalPayment');
  const { draft, change, choices, sources, payee, source, currency, isCross, blocked, quote, price } = form;
  const [attempts, setAttempts] = useState(0);
  const tried = attempts > 0;
  if (choices?.length === 0 || sources?.length === 0) return <Nothing hasAccount={sources?.length !== 0} />;

  const amount = currency && readAmount(currency, draft.amount);
  const live = price && !form.updating && isShort(price) ? t('fault.tooMuch', shortOf(price)) : undefined;
  const amountFault = amount && isPositive(amount) ? undefined : t('fault.amount');
  const referenceFault = carried.test(draft.reference.trim()) ? undefined : t('fault.reference');
  const faults = [
    { id: 'global-amount', message: amountFault ?? live },
    { id: 'global-reference', message: referenceFault },
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  const isReady = price !== undefined && !form.updating && blocked === undefined;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (faults.length > 0) setAttempts(attempts + 1);
        else if (isReady) onNext();
      }}
    >
      <StepHeading>{t('heading')}</StepHeading>
      {tried && faults.length > 0 && <ErrorSummary key={attempts} errors={faults} />}
      {blocked && (
        <Notice kind="warning" title={t('crossOff')}>
          {blocked}
        </Notice>
      )}
      <Card className="grid gap-5">
        <SelectField
          label={t('payee')}
          value={payee?.uid}
          onChange={(event) => change({ payeeUid: event.target.value, source: '' })}
          options={(choices ?? []).map((it) => ({
            value: it.uid,
            label: `${it.name} · ${it.currency} · ${it.summary}`,
          }))}
        />
        <SelectField
          label={t('from')}
          value={source?.bankholderid}
          onChange={(event) => change({ source: event.target.value })}
          options={(sources ?? []).map((it) => ({
            value: it.bankholderid,
            label: t('account', { currency: it.currency, number: it.accountnumber ?? it.bankholderid }),
          }))}
        />
        <AmountInput
          id="global-amount"
          label={t('amount')}
          currency={currency ?? 'EUR'}
          value={draft.amount}
          onChange={(typed) => change({ amount: typed })}
          balance={isCross ? undefined : price?.available}
          most={price && mostOf(price)}
          error={(tried ? amountFault : undefined) ?? live}
        />
        {isCross && price && (
          <p className="text-small text-text-muted">
            {t.rich('available', { amount: () => <MoneyAmount value={price.available} size="sm" /> })}
          </p>
        )}
        {form.hasCharges && <ChargesField value={draft.chargeType} onChange={(chargeType) => change({ chargeType })} />}
        <Field
          id="global-reference"
          label={t('reference')}
          hint={t('referenceHint')}
          error={tried ? referenceFault : undefined}
        >
          <ReferenceInput
            filter="latin-plain"
            value={draft.reference}
            onChange={(typed) => change({ reference: typed })}
          />
        </Field>
      </Card>
      {isCross && blocked === undefined && (
        <QuoteNews quote={quote.held?.quote} error={quote.error} onRetry={quote.renew} />
      )}
      <GlobalPriceCard price={price} updating={form.updating} error={form.priceError} onRetry={form.retryPrice} />
      <Button type="submit" aria-disabled={(faults.length === 0 && !isReady) || undefined}>
        {t('next')}
      </Button>
    </form>
  );
}

type ChargesFieldProps = { value: ChargeType; onChange: (value: ChargeType) => void };

/** Who bears what the banks on the way keep, and what that means. */
function ChargesField({ value, onChange }: ChargesFieldProps) {
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
        options={[
          { value: 'SHA', label: t('SHA') },
          { value: 'OUR', label: t('OUR') },
        ]}
      />
      <p className="text-small text-text-muted">{t(`about.${value}`)}</p>
    </div>
  );
}

function Nothing({ hasAccount }: { hasAccount: boolean }) {
  const t = useTranslations('globalPayment');
  if (!hasAccount)
    return (
      <Card>
        <EmptyState title={t('noAccount')} />
      </Card>
    );
  return (
    <Card>
      <EmptyState
        title={t('noPayee')}
        action={
          <Link to={paths.payeeAdd('EUR', 'swt')} className={buttonClass()}>
            {t('addPayee')}
          </Link>
        }
      >
        {t('noPayeeText')}
      </EmptyState>
    </Card>
  );
}
