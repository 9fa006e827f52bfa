import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { ApiError, TimeoutError } from '../kernel/call-errors.ts';
import { failureText } from '../kernel/errors.ts';
import { isSameQuestion, type NameCheck, type Question, questionOf, type Way, wayAfter } from './name-check.ts';
import { useNameCheck } from './payee.api.ts';
import { type FieldName, fieldNames, type PayeeFields } from './payee-form.ts';

/** What is saved, with the check it rests on; an edit that points to the same account needs none. */
export type CheckedPayee = PayeeFields & { nameCheckId?: string; acceptNameCheck?: boolean };

type Options = {
  start: PayeeFields;
  /** The account of a saved payee: as long as it stays, no name has to be checked. */
  known?: Question | undefined;
  onSave: (payee: CheckedPayee) => Promise<void>;
};

type Checked = { question: Question; answer: NameCheck };

/** `unasked`: the name of these details has to be checked first. */
export type Standing = Way | 'unasked';

/** A form whose details go to the payee's bank first, and are saved when the customer has seen the answer. */
export function usePayeeForm({ start, known, onSave }: Options) {
  const t = useTranslations('payee');
  const form = useForm<PayeeFields>({ defaultValues: start, shouldFocusError: false });
  const values = { ...start, ...useWatch({ control: form.control }) };
  const nameCheck = useNameCheck();
  const [checked, setChecked] = useState<Checked>();
  const [ticked, setTicked] = useState(false);
  const [tickMissing, setTickMissing] = useState(false);
  const [failure, setFailure] = useState<{ code: string; text: string; of: 'notChecked' | 'notSaved' }>();

  const answer = checked && isSameQuestion(checked.question, values) ? checked.answer : undefined;
  const isKnown = known !== undefined && isSameQuestion(known, values);
  const standing: Standing = isKnown ? 'free' : answer ? wayAfter(answer.result) : 'unasked';

  const fail = (error: unknown, of: 'notChecked' | 'notSaved') => {
    const errors = error instanceof ApiError ? error.errors.filter(({ field }) => isField(field)) : [];
    for (const { field, message } of errors) form.setError(field as FieldName, { message });
    if (errors.length > 0) return;
    const text = error instanceof TimeoutError ? t('form.unknown') : failureText(error);
    setFailure({ code: error instanceof ApiError ? error.code : '', text, of });
  };
  const ask = async (fields: PayeeFields) => {
    const question = questionOf(fields);
    setTicked(false);
    setTickMissing(false);
    setChecked({ question, answer: await nameCheck.mutateAsync({ type: 'gbp', ...question }) });
  };
  const save = async (fields: PayeeFields) => {
    if (standing === 'tick' && !ticked) return setTickMissing(true);
    const payee = { ...fields, ...questionOf(fields) };
    const accepted = standing === 'decide' || standing === 'tick';
    await onSave(
      answer ? { ...payee, nameCheckId: answer.checkId, ...(accepted ? { acceptNameCheck: true } : {}) } : payee,
    );
  };
  const attempt = (work: (fields: PayeeFields) => Promise<void>) =>
    form.handleSubmit(async (fields) => {
      setFailure(undefined);
      await work(fields).catch((error: unknown) => fail(error, work === ask ? 'notChecked' : 'notSaved'));
    });
  const goOn = standing === 'unasked' || standing === 'never' ? ask : save;
  /** Takes the name that the bank has, and asks again: the answer is about exactly what is saved. */
  const adopt = (change: Partial<Question>) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field as FieldName, value);
    void attempt(ask)();
  };
  return {
    form,
    values,
    answer: isKnown ? undefined : answer,
    standing,
    failure,
    submit: attempt(goOn),
    adopt,
    tick: { ticked, missing: tickMissing && !ticked, set: setTicked },
    checking: nameCheck.isPending,
  };
}

const isField = (name: string): boolean => (fieldNames as readonly string[]).includes(name);
