import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { DatePartsField } from '../../ui/DatePartsField.tsx';
import { areDatePartsWhole, type DateParts, noDate, parseDateParts, toDateParts } from '../../ui/date-parts.ts';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import {
  type Answer,
  autoCompleteOf,
  choices,
  isChoiceName,
  isCountryName,
  isDateName,
  maxLengthOf,
  optionalQuestions,
  toAnswer,
} from './answer-fields.ts';
import { CountriesField } from './CountriesField.tsx';
import { useFormSource } from './form-source.ts';
import { useCountries } from './kyc-form.api.ts';
import { useQuestionText } from './use-question-text.ts';

type Props = Readonly<{
  itemKey: KycItemKey;
  name: KycAnswerName;
  answers: KycAnswers;
  fault: string | undefined;
  /** True once the answer is saved. */
  onAnswer: (answer: Answer) => Promise<boolean>;
}>;

export const answerFieldId = (itemKey: KycItemKey, name: KycAnswerName): string => `${itemKey}-${name}`;

/** One question. A list is saved when something is chosen, what is typed when the field is left. */
export function AnswerField(props: Props) {
  const { name } = props;
  if (isDateName(name)) return <DateAnswer {...props} />;
  if (isChoiceName(name)) return <ChoiceAnswer {...props} />;
  if (isCountryName(name)) return <CountryAnswer {...props} />;
  if (name === 'countries') return <CountriesAnswer {...props} />;
  return <TextAnswer {...props} />;
}

function useField({ itemKey, name, fault }: Props) {
  const { label, hint } = useQuestionText(useFormSource().kind);
  return {
    id: answerFieldId(itemKey, name),
    label: label(name),
    hint: hint(name),
    error: fault,
    optional: optionalQuestions.includes(name),
  };
}

const toText = (answer: Answer): string => (typeof answer === 'string' ? answer : '');

function CountriesAnswer(props: Props) {
  const { id, label, error } = useField(props);
  const { answers, onAnswer } = props;
  return <CountriesField id={id} label={label} error={error} countries={answers.countries ?? []} onChange={onAnswer} />;
}

function TextAnswer(props: Props) {
  const { name, answers, onAnswer } = props;
  const saved = toText(answers[name]);
  const [typed, setTyped] = useState<string>();
  const leave = async () => {
    if (typed === undefined || typed.trim() === saved) return setTyped(undefined);
    const isSaved = await onAnswer(toAnswer(typed));
    // What was typed meanwhile stays.
    if (isSaved) setTyped((now) => (now === typed ? undefined : now));
  };
  const control = {
    value: typed ?? saved,
    maxLength: maxLengthOf[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
    onBlur: () => void leave(),
  };
  return (
    <Field {...useField(props)}>
      {name === 'activity' ? (
        <TextArea {...control} />
      ) : (
        <TextInput {...control} autoComplete={autoCompleteOf[name] ?? 'off'} />
      )}
    </Field>
  );
}

function ChoiceAnswer(props: Props) {
  const t = useTranslations('kycPage');
  const { name, answers, onAnswer } = props;
  const { choice } = useQuestionText(useFormSource().kind);
  const options = isChoiceName(name) ? choices[name].map((value) => ({ value, label: choice(name, value) })) : [];
  return (
    <SelectField
      {...useField(props)}
      value={toText(answers[name])}
      onChange={({ target }) => void onAnswer(toAnswer(target.value))}
      options={[{ value: '', label: t('choose') }, ...options]}
    />
  );
}

function CountryAnswer(props: Props) {
  const t = useTranslations('kycPage');
  const { name, answers, onAnswer } = props;
  const { data: countries = [] } = useCountries();
  return (
    <SelectField
      {...useField(props)}
      value={toText(answers[name])}
      autoComplete={name === 'country' ? 'country' : 'off'}
      onChange={({ target }) => void onAnswer(toAnswer(target.value))}
      options={[
        { value: '', label: t('choose') },
        ...countries.map((country) => ({ value: country.iso2, label: country.name })),
      ]}
    />
  );
}

function DateAnswer(props: Props) {
  const t = useTranslations('kycPage.date');
  const { name, answers, onAnswer } = props;
  const saved = toText(answers[name]);
  const [typed, setTyped] = useState<DateParts>();
  const [isLeft, setLeft] = useState(false);
  const { label, error, id } = useField(props);
  const shown = typed ?? (saved === '' ? noDate : toDateParts(saved));
  const isEmpty = shown.day + shown.month + shown.year === '';
  const isWrong = !isEmpty && parseDateParts(shown) === undefined && (isLeft || areDatePartsWhole(shown));
  const leave = async () => {
    setLeft(true);
    const answer = typed && (isEmpty ? null : parseDateParts(typed));
    if (answer === undefined || answer === saved) return;
    if (await onAnswer(answer)) setTyped((now) => (now === typed ? undefined : now));
  };
  return (
    <DatePartsField
      id={id}
      legend={label}
      labels={{ day: `${label}: ${t('day')}`, month: `${label}: ${t('month')}`, year: `${label}: ${t('year')}` }}
      isBirthday={name === 'dateOfBirth'}
      value={shown}
      onChange={setTyped}
      onLeave={() => void leave()}
      error={isWrong ? t('wrong') : error}
    />
  );
}
