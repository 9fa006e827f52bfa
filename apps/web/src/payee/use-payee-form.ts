import type { PayeeField } from '@larkmere/contract/payee-requirements';
import type { PayeeType } from '@larkmere/contract/payee-type';
import type { Currency } from '@larkmere/money/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { ApiError, TimeoutError } from '../kernel/call-errors.ts';
import { failureText } from '../kernel/errors.ts';
import { type NameCheck, type Way, wayAfter } from './name-check.ts';
import { requirementsQuery, useNameCheck } from './payee.api.ts';
import { type PayeeTexts, payeeFrom, questionOf, type TypedPayee } from './payee-form.ts';
import { useDoubt } from './use-doubt.ts';

export type CheckedPayee = TypedPayee & { nameCheckId?: string; acceptNameCheck?: boolean; nameCheckReason?: string };

type Options = {
  type: PayeeType;
  currency: Currency;
  start: PayeeTexts;
  isKnown: boolean;
  onSave: (payee: CheckedPayee) => Promise<void>;
};

type Checked = { question: string; answer: NameCheck };
type Failure = { code: string; text: string; of: 'notChecked' | 'notSaved' };

/** `unasked`: these details need a name check first. */
export type Standing = Way | 'unasked';

const noFields: PayeeField[] = [];

function useRequirements({ type, currency }: Pick<Options, 'type' | 'currency'>, texts: PayeeTexts) {
  const { country, payTo, bankCode, addressCountry, entityType } = texts;
  const asked = Object.entries({ type, currency, country, payTo, bankCode, addressCountry, entityType }).filter(
    ([, value]) => value,
  );
  const requirements = useQuery({
    ...requirementsQuery(Object.fromEntries(asked)),
    placeholderData: keepPreviousData,
  });
  const described = requirements.data?.[0];
  return {
    requirements,
    fields: described?.fields ?? noFields,
    asks: described ? described.nameCheck !== 'none' : true,
  };
}

export function usePayeeForm({ start, isKnown, onSave, type, currency }: Options) {
  const t = useTranslations('payeePage.form');
  const form = useForm<Record<string, string>>({ defaultValues: start, shouldFocusError: false });
  const texts = { ...start, ...(useWatch({ control: form.control }) as PayeeTexts) };
  const { requirements, fields, asks } = useRequirements({ type, currency }, texts);
  const nameCheck = useNameCheck();
  const [checked, setChecked] = useState<Checked>();
  const doubt = useDoubt();
  const [failure, setFailure] = useState<Failure>();

  const question = questionOf(fields, texts);
  const answer = asks && checked?.question === question ? checked.answer : undefined;
  const isSame = isKnown && question === questionOf(fields, start);
  const standing: Standing = isSame || !asks ? 'free' : answer ? wayAfter(answer) : 'unasked';

  const fail = (error: unknown, of: Failure['of']) => {
    const errors = error instanceof ApiError ? error.errors.filter(({ field }) => hasField(fields, field)) : [];
    for (const { field, message } of errors) form.setError(field, { message });
    if (errors.length > 0) return;
    const text = error instanceof TimeoutError ? t('unknown') : failureText(error);
    setFailure({ code: error instanceof ApiError ? error.code : '', text, of });
  };
  const ask = async (typed: PayeeTexts) => {
    const { name, entityType, details } = payeeFrom(fields, typed);
    const answered = await nameCheck.mutateAsync({ type, currency, name, entityType, details });
    doubt.begin();
    setChecked({ question: questionOf(fields, typed), answer: answered });
  };
  const save = async (typed: PayeeTexts) => {
    if (standing === 'doubt' && !doubt.isSettled()) return;
    const payee = payeeFrom(fields, typed);
    const reason = standing === 'doubt' ? { nameCheckReason: doubt.reason.trim() } : {};
    const accepted = standing === 'decide' || standing === 'doubt' ? { acceptNameCheck: true, ...reason } : {};
    await onSave(answer ? { ...payee, nameCheckId: answer.checkId, ...accepted } : payee);
  };
  const attempt = (work: (typed: PayeeTexts) => Promise<void>) =>
    form.handleSubmit(async (typed) => {
      setFailure(undefined);
      await work(typed).catch((error: unknown) => fail(error, work === ask ? 'notChecked' : 'notSaved'));
    });
  const goOn = standing === 'unasked' || standing === 'never' ? ask : save;
  /** Checks again with the bank's name, because a result covers exactly the details it was made for. */
  const adopt = (change: PayeeTexts) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field, value);
    void attempt(ask)();
  };
  return {
    form,
    texts,
    requirements,
    fields,
    uncheckable: !asks,
    answer: isSame ? undefined : answer,
    standing,
    failure,
    submit: attempt(goOn),
    adopt,
    doubt,
    checking: nameCheck.isPending,
  };
}

const hasField = (fields: readonly PayeeField[], name: string): boolean => fields.some(({ key }) => key === name);
