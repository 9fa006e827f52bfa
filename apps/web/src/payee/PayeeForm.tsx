import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { FilteredInput } from '../ui/FilteredInput.tsx';
import type { Filter } from '../ui/filters.ts';
import { sortCodeText } from '../ui/identifiers.ts';
import { Notice } from '../ui/Notice.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { NameAnswer } from './NameAnswer.tsx';
import type { Question } from './name-check.ts';
import { type Fault, type FieldName, faults, fieldNames, type PayeeFields } from './payee-form.ts';
import { type CheckedPayee, type Standing, usePayeeForm } from './use-payee-form.ts';

type Props = {
  start: PayeeFields;
  known?: Question | undefined;
  onSave: (payee: CheckedPayee) => Promise<void>;
  saving: boolean;
  saveLabel: string;
  cancel: ReactNode;
  /** What may be done about a refusal, by its code. */
  remedy?: (code: string) => ReactNode;
};

const idOf = (field: FieldName): string => `payee-${field}`;

/** The details of a payee, the bank's answer about the name, and the one button that leads on. */
export function PayeeForm({ start, known, onSave, saving, saveLabel, cancel, remedy }: Props) {
  const t = useTranslations('payee');
  const { form, values, answer, standing, failure, submit, adopt, tick, checking } = usePayeeForm({
    start,
    known,
    onSave,
  });
  const { errors, submitCount } = form.formState;
  const wrong = fieldNames.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ id: idOf(field), message }] : [];
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      {wrong.length > 0 && submitCount > 0 && <ErrorSummary key={submitCount} errors={wrong} />}
      {failure && (
        <Notice kind="danger" title={t(`form.${failure.of}`)} action={remedy?.(failure.code)}>
          {failure.text}
        </Notice>
      )}
      <Fields form={form} />
      <div aria-live="polite" className="empty:hidden">
        {answer && (
          <NameAnswer
            answer={answer}
            asked={values}
            tick={tick}
            onAdopt={adopt}
            onEdit={() => document.getElementById(idOf('name'))?.focus()}
          />
        )}
      </div>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-center">
        {cancel}
        <SubmitButton standing={standing} checking={checking} saving={saving} saveLabel={saveLabel} />
      </div>
    </form>
  );
}

type SubmitProps = { standing: Standing; checking: boolean; saving: boolean; saveLabel: string };

/** Going on in spite of the bank's answer is possible, and looks like the lesser choice. */
function SubmitButton({ standing, checking, saving, saveLabel }: SubmitProps) {
  const t = useTranslations('payee.form');
  const asks = standing === 'unasked' || standing === 'never';
  const doubtful = standing === 'decide' || standing === 'tick';
  return (
    <Button
      type="submit"
      kind={doubtful ? 'secondary' : 'primary'}
      className="flex-1"
      busy={checking || saving}
      busyLabel={asks || checking ? t('checking') : t('saving')}
    >
      {asks ? t('check') : doubtful ? t('goOn') : saveLabel}
    </Button>
  );
}

type FieldsProps = { form: ReturnType<typeof usePayeeForm>['form'] };

function Fields({ form: { control } }: FieldsProps) {
  const t = useTranslations('payee');
  return (
    <>
      <Controller
        control={control}
        name="entityType"
        render={({ field }) => (
          <div className="grid gap-1.5">
            <p aria-hidden className="font-semibold">
              {t('form.who')}
            </p>
            <Segmented
              label={t('form.who')}
              value={field.value}
              onChange={field.onChange}
              options={[
                { value: 'individual', label: t('entity.individual') },
                { value: 'company', label: t('entity.company') },
              ]}
            />
          </div>
        )}
      />
      <TextField control={control} name="name" label={t('form.name')} hint={t('form.nameHint')} maxLength={140} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          control={control}
          name="sortCode"
          filter="sortcode"
          label={t('form.sortCode')}
          hint={t('form.sortCodeHint')}
          onLeave={(text) => (/^(\D*\d){6}\D*$/.test(text) ? sortCodeText(text) : text)}
        />
        <TextField
          control={control}
          name="accountNumber"
          filter="digits"
          label={t('form.accountNumber')}
          hint={t('form.accountNumberHint')}
        />
      </div>
      <TextField
        control={control}
        name="defaultReference"
        filter="alnum-hyphen"
        label={t('form.reference')}
        hint={t('form.referenceHint')}
        optional
      />
      <TextField
        control={control}
        name="nickname"
        label={t('form.nickname')}
        hint={t('form.nicknameHint')}
        maxLength={50}
        optional
      />
    </>
  );
}

type TextFieldProps = {
  control: FieldsProps['form']['control'];
  name: Exclude<FieldName, 'entityType'>;
  label: string;
  hint: string;
  filter?: Exclude<Filter, 'amount'>;
  optional?: boolean;
  maxLength?: number;
  /** How the text stands in the field once the customer has left it. */
  onLeave?: (text: string) => string;
};

function TextField({ control, name, label, hint, filter, optional, maxLength, onLeave }: TextFieldProps) {
  const t = useTranslations('payee.fault');
  const faultOf: ((text: string) => Fault | undefined) | undefined = name === 'nickname' ? undefined : faults[name];
  const validate = (text: string) => {
    const fault = faultOf?.(text);
    return fault ? t(fault) : true;
  };
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate }}
      render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => {
        const shared = {
          value,
          autoComplete: 'off',
          onBlur: () => {
            if (onLeave) onChange(onLeave(value));
            onBlur();
          },
        };
        return (
          <Field label={label} hint={hint} error={error?.message} optional={optional} id={idOf(name)}>
            {filter ? (
              <FilteredInput {...shared} filter={filter} onChange={onChange} />
            ) : (
              <TextInput {...shared} maxLength={maxLength} onChange={onChange} />
            )}
          </Field>
        );
      }}
    />
  );
}
