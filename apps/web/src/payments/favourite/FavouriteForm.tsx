import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import type { Currency } from '@larkmere/money/money';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReferenceInput } from '../../ui/ReferenceInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { domesticReferenceRules, isDomesticCurrency } from '../payment/payment.tsx';
import { type FavouriteRequest, useSaveFavourite } from './favourite.api.ts';
import { IconField } from './IconField.tsx';
import { RemoveFavourite } from './RemoveFavourite.tsx';
import { TargetField } from './TargetField.tsx';
import { type Targets, useFavouriteTarget } from './use-favourite-target.ts';

type Props = { onDone: () => void } & (
  | { existing: FavouriteView; targets?: undefined; chosen?: undefined }
  | { existing?: undefined; targets: Targets; chosen: string }
);

export function FavouriteForm({ existing, targets, chosen = '', onDone }: Props) {
  const t = useTranslations('favourite.form');
  const amountFault = useAmountError();
  const [target, setTarget] = useState(chosen);
  const [label, setLabel] = useState(existing?.label ?? '');
  const [icon, setIcon] = useState(existing?.icon ?? 'star');
  const [amount, setAmount] = useState(existing?.amount ?? '');
  const [reference, setReference] = useState(existing?.reference ?? '');
  const [currencyChoice, setCurrencyChoice] = useState<Currency>();
  const [confirmed, setConfirmed] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const { member, payee, choices, payable } = useFavouriteTarget(targets, target, currencyChoice);
  const isTargetKnown = member !== undefined || payee !== undefined;
  const currency = existing?.currency ?? payable;
  const isMember = existing ? existing.target.kind === 'member' : payee === undefined;
  const errors = [
    ...(existing || isTargetKnown ? [] : [{ id: 'favourite-target', message: t('targetMissing') }]),
    ...(label.trim() ? [] : [{ id: 'favourite-label', message: t('labelMissing') }]),
    ...(amount.trim() ? [{ id: 'favourite-amount', message: amountFault(amount, currency) }] : []),
  ].flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  const errorOf = (id: string) => (attempts > 0 ? errors.find((each) => each.id === id)?.message : undefined);
  const { mutateAsync } = useSaveFavourite();
  const request = useIdempotentRequest(mutateAsync, () => {
    showToast({ kind: 'success', text: t('saved', { label: label.trim() }) });
    onDone();
  });
  const save = (): FavouriteRequest => {
    const shown = { label: label.trim(), icon, amount: amount.trim() || null, reference: reference.trim() || null };
    const common = { ...shown, idempotency: request.key };
    if (existing) {
      const { uid, version } = existing;
      const targetVersion = confirmed ? { targetVersion: existing.target.version } : {};
      return { kind: 'update', input: { ...common, uid, version, ...targetVersion } };
    }
    const named = payee
      ? { payee: { uid: payee.uid, version: payee.version } }
      : { ...(member && { transferUid: member.transferUid }) };
    return { kind: 'create', input: { ...common, currency, ...named } };
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts(attempts + 1);
        if (errors.length === 0) void request.send(save());
      }}
    >
      <StepHeading>{t(existing ? 'edit' : 'new')}</StepHeading>
      {attempts > 0 && errors.length > 0 && <ErrorSummary key={attempts} errors={errors} />}
      <SubmitNotice submission={request} refusedTitle={t('notSaved')} retryText={t('once')} />
      {existing?.problem && <Problem favourite={existing} confirmed={confirmed} onConfirm={setConfirmed} />}
      <Card className="grid gap-5">
        {targets && (
          <TargetField
            targets={targets}
            value={target}
            onChange={setTarget}
            isKnown={isTargetKnown}
            error={errorOf('favourite-target')}
          />
        )}
        {existing && !existing.problem && <p className="font-semibold">{existing.target.name}</p>}
        <Field id="favourite-label" label={t('label')} hint={t('labelHint')} error={errorOf('favourite-label')}>
          <TextInput
            value={label}
            maxLength={50}
            onChange={(event) => setLabel(event.target.value)}
            autoComplete="off"
          />
        </Field>
        <IconField value={icon} onChange={setIcon} />
        {member && choices.length > 1 && (
          <SelectField
            label={t('currency')}
            value={currency}
            onChange={(event) => setCurrencyChoice(event.target.value as Currency)}
            options={choices.map((code) => ({ value: code, label: code }))}
          />
        )}
        <AmountInput
          id="favourite-amount"
          label={t('amount')}
          currency={currency}
          value={amount}
          onChange={setAmount}
          hint={t('amountHint')}
          error={errorOf('favourite-amount')}
        />
        <ReferenceField isMember={isMember} currency={currency} value={reference} onChange={setReference} />
      </Card>
      <FormButtons submission={request} onCancel={onDone} />
      {existing && <RemoveFavourite favourite={existing} onDone={onDone} />}
    </form>
  );
}

type ButtonsProps = {
  submission: Pick<ReturnType<typeof useIdempotentRequest>, 'sending' | 'unknown'>;
  onCancel: () => void;
};

function FormButtons({ submission: { sending, unknown }, onCancel }: ButtonsProps) {
  const t = useTranslations('favourite.form');
  return (
    <div className="flex gap-3">
      <Button kind="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        className="flex-1"
        busy={sending}
        busyLabel={t('saving')}
        aria-disabled={unknown || undefined}
      >
        {t('save')}
      </Button>
    </div>
  );
}

type ReferenceProps = { isMember: boolean; currency: Currency; value: string; onChange: (value: string) => void };

/** A reference as the rail of the payee carries it, or a message of any characters to a member. */
function ReferenceField({ isMember, currency, value, onChange }: ReferenceProps) {
  const t = useTranslations('favourite.form');
  if (isMember || !isDomesticCurrency(currency))
    return (
      <Field label={t('message')} optional hint={t('messageHint')}>
        <TextInput value={value} maxLength={140} onChange={({ target }) => onChange(target.value)} autoComplete="off" />
      </Field>
    );
  return (
    <Field label={t('reference')} optional hint={t('referenceHint')}>
      <ReferenceInput
        filter={domesticReferenceRules[currency].filter}
        maxLength={domesticReferenceRules[currency].longest}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}

type ProblemProps = { favourite: FavouriteView; confirmed: boolean; onConfirm: (confirmed: boolean) => void };

/** A target that changed is paid again only after the user has looked at it. */
function Problem({ favourite: { problem, target }, confirmed, onConfirm }: ProblemProps) {
  const t = useTranslations('favourite');
  if (!problem) return null;
  if (problem.kind !== 'changed')
    return (
      <Notice kind="danger" title={t(`problem.${problem.kind}`)}>
        {problem.text}
      </Notice>
    );
  return (
    <Notice kind="warning" title={t('problem.changed')}>
      <p>{problem.text}</p>
      <p className="mt-2 font-semibold wrap-anywhere">
        {t('form.now', { name: target.name })}
        {target.account && <span className="figures block">{target.account}</span>}
      </p>
      <Checkbox checked={confirmed} onChange={(event) => onConfirm(event.target.checked)}>
        {t('form.confirm')}
      </Checkbox>
    </Notice>
  );
}
