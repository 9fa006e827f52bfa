import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { Currency } from '@larkmere/money/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError, TimeoutError } from '../../platform/http/call-errors.ts';
import { type NameCheck, type SaveRequirement, saveRequirementFor } from './name-check.ts';
import { requirementsQuery, useNameCheck } from './payee.api.ts';
import { isComplete, nameCheckKey, type PayeeFormValues, type PayeeInput, toPayeeInput } from './payee-form.ts';
import { useNameMismatch } from './use-name-mismatch.ts';

export type CheckedPayee = PayeeInput & { nameCheckId?: string; acceptNameCheck?: boolean; nameCheckReason?: string };

type Options = {
  type: PayeeType;
  currency: Currency;
  initialValues: PayeeFormValues;
  isExisting: boolean;
  onSave: (payee: CheckedPayee) => Promise<void>;
  /** The name is checked as soon as it and the account are complete; one that matches needs no second press. */
  isStep?: boolean;
};

type CheckedDetails = { key: string; answer: NameCheck };
type SubmitFailure = { code: string; text: string; action: 'notChecked' | 'notSaved' };

/** `unasked`: these details need a name check first. */
export type NameCheckStatus = SaveRequirement | 'unasked';

const noFields: PayeeField[] = [];

function useRequirements({ type, currency }: Pick<Options, 'type' | 'currency'>, texts: PayeeFormValues) {
  const { country, payTo, bankCode, addressCountry, entityType } = texts;
  const entries = Object.entries({ type, currency, country, payTo, bankCode, addressCountry, entityType }).filter(
    ([, value]) => value,
  );
  const requirements = useQuery({
    ...requirementsQuery(Object.fromEntries(entries)),
    placeholderData: keepPreviousData,
  });
  const described = requirements.data?.[0];
  return {
    requirements,
    fields: described?.fields ?? noFields,
    asks: described ? described.nameCheck !== 'none' : true,
  };
}

export function usePayeeForm({ initialValues, isExisting, onSave, isStep = false, type, currency }: Options) {
  const t = useTranslations('payeePage.form');
  const form = useForm<Record<string, string>>({ defaultValues: initialValues, shouldFocusError: false });
  const texts = { ...initialValues, ...(useWatch({ control: form.control }) as PayeeFormValues) };
  const { requirements, fields, asks } = useRequirements({ type, currency }, texts);
  const nameCheck = useNameCheck();
  const [checked, setChecked] = useState<CheckedDetails>();
  const [checkOnce] = useState(createCheckOnce);
  const doubt = useNameMismatch();
  const [failure, setFailure] = useState<SubmitFailure>();

  const question = nameCheckKey(fields, texts);
  const answer = asks && checked?.key === question ? checked.answer : undefined;
  const isSame = isExisting && question === nameCheckKey(fields, initialValues);
  const standing: NameCheckStatus = isSame || !asks ? 'free' : answer ? saveRequirementFor(answer) : 'unasked';

  const fail = (error: unknown, of: SubmitFailure['action']) => {
    const errors = error instanceof ApiError ? error.errors.filter(({ field }) => hasField(fields, field)) : [];
    for (const { field, message } of errors) form.setError(field, { message });
    if (errors.length > 0) return;
    const code = error instanceof ApiError ? error.code : '';
    const text = error instanceof TimeoutError ? t('unknown') : failureText(error);
    setFailure({ code, text: code === 'rate_limited' ? t('tooManyChecks') : text, action: of });
  };
  const check = (typed: PayeeFormValues): Promise<NameCheck> => {
    const key = nameCheckKey(fields, typed);
    const { name, entityType, details } = toPayeeInput(fields, typed);
    return checkOnce(key, async () => {
      const answered = await nameCheck.mutateAsync({ type, currency, name, entityType, details });
      doubt.begin();
      setChecked({ key, answer: answered });
      return answered;
    });
  };
  const ask = async (typed: PayeeFormValues) => {
    const answered = await check(typed);
    if (isStep && saveRequirementFor(answered) === 'free')
      await onSave({ ...toPayeeInput(fields, typed), nameCheckId: answered.checkId });
  };
  const checkEarly = (typed: PayeeFormValues) => {
    setFailure(undefined);
    check(typed).catch((error: unknown) => fail(error, 'notChecked'));
  };
  /** The values as they are now: a field that is left may just have been formatted. */
  const leave = () => {
    const typed = form.getValues();
    const isChecked = checked?.key === nameCheckKey(fields, typed);
    if (isStep && asks && !isChecked && isComplete(fields, typed)) checkEarly(typed);
  };
  const save = async (typed: PayeeFormValues) => {
    if (standing === 'doubt' && !doubt.isSettled()) return;
    const payee = toPayeeInput(fields, typed);
    const reason = standing === 'doubt' ? { nameCheckReason: doubt.reason.trim() } : {};
    const accepted = standing === 'decide' || standing === 'doubt' ? { acceptNameCheck: true, ...reason } : {};
    await onSave(answer ? { ...payee, nameCheckId: answer.checkId, ...accepted } : payee);
  };
  const attempt = (work: (typed: PayeeFormValues) => Promise<void>) =>
    form.handleSubmit(async (typed) => {
      setFailure(undefined);
      await work(typed).catch((error: unknown) => fail(error, work === ask ? 'notChecked' : 'notSaved'));
    });
  const goOn = standing === 'unasked' || standing === 'never' ? ask : save;
  /** Checks again with the bank's name, because a result covers exactly the details it was made for. */
  const adopt = (change: PayeeFormValues) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field, value);
    void attempt(ask)();
  };
  /** Takes the bank's name and stays in the form. */
  const adoptEarly = (change: PayeeFormValues) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field, value);
    checkEarly(form.getValues());
  };
  return {
    form,
    texts,
    requirements,
    fields,
    // In baht it is known once the customer has chosen what to pay to.
    uncheckable: !asks && (type !== 'thb' || Boolean(texts.payTo)),
    answer: isSame ? undefined : answer,
    standing,
    failure,
    submit: attempt(goOn),
    adopt,
    adoptEarly,
    leave,
    doubt,
    checking: nameCheck.isPending,
  };
}

/** Once for the same details: the button waits for the check that began when a field was left. */
function createCheckOnce() {
  let running: Readonly<{ key: string; answer: Promise<NameCheck> }> | undefined;
  return (key: string, start: () => Promise<NameCheck>): Promise<NameCheck> => {
    if (running?.key === key) return running.answer;
    const begun = { key, answer: start() };
    running = begun;
    const end = () => {
      if (running === begun) running = undefined;
    };
    begun.answer.then(end, end);
    return begun.answer;
  };
}

const hasField = (fields: readonly PayeeField[], name: string): boolean => fields.some(({ key }) => key === name);
