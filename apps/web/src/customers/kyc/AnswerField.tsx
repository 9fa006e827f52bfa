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
  /** What was typed cannot be an answer, or is the saved one again. */
  onInvalid: (fault: string | undefined) => void;
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

/** What was chosen is shown at once, and stays if it could not be saved. */
function useChosenAnswer({ name, answers, onAnswer }: Props) {
  const saved = answers[name];
  const [chosen, setChosen] = useState<Readonly<{ answer: Answer }>>();
  const choose = async (answer: Answer) => {
    const mine = { answer };
    setChosen(mine);
    if (await onAnswer(answer)) setChosen((now) => (now === mine ? undefined : now));
  };
  return { shown: chosen ? chosen.answer : saved, choose: (answer: Answer) => void choose(answer) };
}

const toText = (answer: Answer): string => (typeof answer === 'string' ? answer : '');

function CountriesAnswer(props: Props) {
  const { id, label, error } = useField(props);
  const { shown, choose } = useChosenAnswer(props);
  const countries = Array.isArray(shown) ? shown : [];
  return <CountriesField id={id} label={label} error={error} countries={countries} onChange={choose} />;
}

function TextAnswer(props: Props) {
  const { name, answers, onAnswer, onInvalid } = props;
  const saved = toText(answers[name]);
  const [typed, setTyped] = useState<string>();
  const leave = async () => {
    if (typed === undefined || typed.trim() === saved) {
      setTyped(undefined);
      return onInvalid(undefined);
    }
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
  const { name } = props;
  const { shown, choose } = useChosenAnswer(props);
  const { choice } = useQuestionText(useFormSource().kind);
  const options = isChoiceName(name) ? choices[name].map((value) => ({ value, label: choice(name, value) })) : [];
  return (
    <SelectField
      {...useField(props)}
      value={toText(shown)}
      onChange={({ target }) => choose(toAnswer(target.value))}
      options={[{ value: '', label: t('choose') }, ...options]}
    />
  );
}

function CountryAnswer(props: Props) {
  const t = useTranslations('kycPage');
  const { name } = props;
  const { shown, choose } = useChosenAnswer(props);
  const { data: countries = [] } = useCountries();
  return (
    <SelectField
      {...useField(props)}
      value={toText(shown)}
      autoComplete={name === 'country' ? 'country' : 'off'}
      onChange={({ target }) => choose(toAnswer(target.value))}
      options={[
        { value: '', label: t('choose') },
        ...countries.map((country) => ({ value: country.iso2, label: country.name })),
      ]}
    />
  );
}

function DateAnswer(props: Props) {
  const t = useTranslations('kycPage.date');
  const { name, answers, onAnswer, onInvalid } = props;
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
    if (answer === undefined || answer === saved)
      return onInvalid(typed && answer === undefined ? t('wrong') : undefined);
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
