import type { PayeeView } from '@larkmere/contract/payee';
import type { Choice } from '@larkmere/contract/payment-choices';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBalance } from '../bank-account/bank-account.tsx';
import { failureText } from '../kernel/errors.ts';
import { isAwaited, useAwaitedSubmit } from '../kernel/use-awaited-submit.ts';
import { knownOf, SaidFields, saidId, unsaidOf } from '../payment-form/payment-form.tsx';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ReferenceInput } from '../ui/ReferenceInput.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { useAmountFault } from '../ui/use-amount-fault.ts';
import { DatesPreview } from './DatesPreview.tsx';
import { ChargeField, ExchangeFields, SideField } from './ExchangeFields.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { type Crossing, isCross, referenceRuleOf } from './standing-money.ts';
import { usePreview } from './standing-order.api.ts';
import { askedFor, currencyOf, type Draft, type Fault, faultsOf, questionOf } from './standing-order-draft.ts';
import { TopUpFields } from './TopUpFields.tsx';
import { usePlanWords } from './use-plan-words.ts';
import type { useStandingForm } from './use-standing-form.ts';

type Props = { form: ReturnType<typeof useStandingForm>; payee: PayeeView };

export function PlanStep({ form, payee }: Props) {
  const t = useTranslations('standingOrder.plan');
  const asking = useTranslations('paymentForm.asking');
  const { draft, keep, sources, source, crossing, order, goTo } = form;
  const preview = usePreview(questionOf(draft, crossing));
  const [attempts, setAttempts] = useState(0);
  const found = faultsOf(draft, crossing, preview.data?.earliest, order.data?.terms);
  const needs = preview.data?.asks ?? [];
  const unsaid = unsaidOf(needs, draft.said, payee);
  const tried = attempts > 0;
  const available = useBalance(source?.bankholderid).data?.available;
  const currency = currencyOf(draft, crossing);
  const errorOf = useFaultTexts(tried ? found : [], preview.data?.earliest, crossing, draft);
  const said = useSaidFaults(tried ? unsaid : []);
  const failed = preview.error && !preview.data ? failureText(preview.error) : undefined;
  const lost = tried && failed ? [{ id: 'standing-start', message: failed }] : [];
  const errors = [...errorOf.all, ...lost, ...said.all];
  const balance =
    available === undefined || currency !== source?.currency ? undefined : { amount: available, currency };
  const rule = referenceRuleOf(crossing);
  const awaited = useAwaitedSubmit(draft, isAwaited(preview), () => {
    setAttempts(attempts + 1);
    if (found.length + unsaid.length === 0 && !failed && source) goTo('review');
  });
  const change = (more: Partial<typeof draft>) => keep({ ...draft, ...more });
  return (
    <form noValidate className="grid gap-5" onSubmit={awaited.onSubmit}>
      <StepHeading>{t('heading')}</StepHeading>
      {errors.length > 0 && <ErrorSummary key={attempts} errors={errors} />}
      {sources?.length === 0 && <Notice kind="warning" title={t('noAccount', { currency: crossing.payee })} />}
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
          <SelectField
            label={t('from')}
            value={source?.bankholderid}
            onChange={({ target }) => change({ source: target.value })}
            options={sources.map(({ bankholderid, accountnumber, ...account }) => ({
              value: bankholderid,
              label: t('account', { currency: account.currency, number: accountnumber ?? bankholderid }),
            }))}
          />
        )}
        {isCross(crossing) && <SideField draft={draft} change={change} crossing={crossing} />}
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
        {isCross(crossing) && <ExchangeFields draft={draft} change={change} crossing={crossing} errorOf={errorOf.of} />}
        {crossing.charges && <ChargeField draft={draft} change={change} />}
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
        <SaidFields
          value={draft.said ?? {}}
          onChange={(typed) => change({ said: typed })}
          asks={askedFor(crossing, needs)}
          needs={needs}
          known={knownOf(payee)}
          faults={said.of}
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

const fieldOf = (fault: Fault) => /^(amount|floor|most|topUp|reference|start|end|count)/.exec(fault)?.[1] as FaultField;
export type FaultField = 'amount' | 'floor' | 'most' | 'topUp' | 'reference' | 'start' | 'end' | 'count';

function useFaultTexts(faults: Fault[], earliest: string | undefined, crossing: Crossing, draft: Draft) {
  const t = useTranslations('standingOrder.fault');
  const amountFault = useAmountFault();
  const { day } = usePlanWords();
  const text = (fault: Fault): string => {
    if (fault === 'amountWrong') return amountFault(draft.amount, currencyOf(draft, crossing)) ?? '';
    if (fault === 'mostWrong') return amountFault(draft.most, crossing.account) ?? '';
    return t(fault, { day: earliest ? day(earliest) : '', longest: String(referenceRuleOf(crossing).longest) });
  };
  const all = faults.map((fault) => ({ id: `standing-${fieldOf(fault)}`, message: text(fault) }));
  return { all, of: (field: FaultField) => all.find(({ id }) => id === `standing-${field}`)?.message };
}

function useSaidFaults(unsaid: readonly Choice[]) {
  const t = useTranslations('paymentForm.fault');
  return {
    all: unsaid.map((key) => ({ id: saidId(key), message: t(key) })),
    of: Object.fromEntries(unsaid.map((key) => [key, t(key)])),
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
