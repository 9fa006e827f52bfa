import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { Currency } from '@larkmere/money/money';
import { type ReactNode, useEffect, useState } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NameAnswer } from './NameAnswer.tsx';
import { NameCheckOutcome } from './NameCheckOutcome.tsx';
import type { NameCheck } from './name-check.ts';
import { PayeeFormField, payeeFieldId } from './PayeeFormField.tsx';
import { type PayeeFormValues, toNameFields, toPayeeInput } from './payee-form.ts';
import { type CheckedPayee, type NameCheckStatus, usePayeeForm } from './use-payee-form.ts';

type Props = {
  type: PayeeType;
  currency: Currency;
  initialValues: PayeeFormValues;
  isExisting?: boolean;
  onSave: (payee: CheckedPayee) => Promise<void>;
  saving: boolean;
  saveLabel: string;
  cancel: ReactNode;
  remedy?: (code: string) => ReactNode;
  /** One step of a longer form: the first gap takes the focus, and the name is checked when its field is left. */
  isStep?: boolean;
  /** Below the fields. */
  children?: ReactNode;
};

export function PayeeForm({
  saving,
  saveLabel,
  cancel,
  remedy,
  isExisting = false,
  isStep = false,
  children,
  ...options
}: Props) {
  const t = useTranslations('payeePage');
  const payeeForm = usePayeeForm({ isExisting, isStep, ...options });
  const { form, texts, requirements, fields, answer, standing, failure, submit, adoptEarly, leave, doubt, checking } =
    payeeForm;
  const firstGap = fields.find(({ key, extra, required }) => required && !extra && !options.initialValues[key])?.key;
  useEffect(() => {
    if (isStep && firstGap) document.getElementById(payeeFieldId(firstGap))?.focus();
  }, [isStep, firstGap]);
  const { errors, submitCount } = form.formState;
  const setTexts = (change: PayeeFormValues) => {
    for (const [field, value] of Object.entries(change)) form.setValue(field, value);
  };
  const { name } = toPayeeInput(fields, texts);
  if (requirements.error && fields.length === 0)
    return (
      <ErrorState
        title={t('form.failed')}
        text={failureText(requirements.error)}
        onRetry={() => void requirements.refetch()}
      />
    );
  if (requirements.isPending) return <Skeleton shape="row" count={6} />;
  const wrong = fields.flatMap(({ key }) => {
    const message = errors[key]?.message;
    return message ? [{ id: payeeFieldId(key), message }] : [];
  });
  const extras = fields.filter(({ extra }) => extra);
  // A first name alone may be the whole name, but the last name is about to follow.
  const endsDetails = ({ key, identifies }: PayeeField) =>
    key === nameKey || identifies || (key === 'firstName' && Boolean(texts.lastName));
  const nameKey = fields.findLast(({ key }) => isNameField(key))?.key;
  // A name that matches is answered beside its label.
  const outcome = isStep && standing === 'free' ? undefined : answer;
  const drawn = (field: PayeeField) => (
    <PayeeFormField
      key={`${field.key} ${field.label}`}
      field={field}
      control={form.control}
      onValidate={(key) => void form.trigger(key)}
      onLeave={endsDetails(field) ? leave : undefined}
      action={
        isStep &&
        field.key === nameKey && (
          <NameAnswer
            isChecking={checking}
            answer={answer}
            name={name}
            onAdopt={(actual) => adoptEarly(toNameFields(actual))}
          />
        )
      }
    />
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      {wrong.length > 0 && submitCount > 0 && <ErrorSummary key={submitCount} errors={wrong} />}
      {failure && (
        <Notice kind="danger" title={t(`form.${failure.action}`)} action={remedy?.(failure.code)}>
          {failure.text}
        </Notice>
      )}
      <EntityTypeField control={form.control} isWide={isStep} onEntityTypeChange={() => setTexts(toNameFields(name))} />
      {!isStep && <OwnAccountField control={form.control} />}
      {fields.filter(({ extra }) => !extra).map(drawn)}
      {extras.length > 0 && (
        <OptionalFields isOpen={extras.some(({ key }) => errors[key] || options.initialValues[key])}>
          {isStep && <OwnAccountField control={form.control} />}
          {extras.map(drawn)}
        </OptionalFields>
      )}
      {children}
      <CheckOutcome form={payeeForm} answer={outcome} name={name} />
      <div {...(isStep ? actionBar : { className: 'flex flex-col-reverse gap-3 sm:flex-row sm:items-center' })}>
        {cancel}
        <SubmitButton
          status={standing}
          isWaiting={standing === 'doubt' && !doubt.isOver}
          // A check that began by itself keeps nobody from pressing the button, which then waits for it.
          isChecking={checking && (!isStep || form.formState.isSubmitting)}
          // The displayed fields may belong to the previous selection.
          isSaving={saving || requirements.isPlaceholderData}
          saveLabel={saveLabel}
          checkLabel={isStep ? saveLabel : t('form.check')}
        />
      </div>
    </form>
  );
}

const isNameField = (key: string): boolean => key === 'name' || key === 'firstName' || key === 'lastName';

type OutcomeProps = { form: ReturnType<typeof usePayeeForm>; answer: NameCheck | undefined; name: string };

function CheckOutcome({ form: { texts, uncheckable, doubt, adopt, fields }, answer, name }: OutcomeProps) {
  const t = useTranslations('payeePage');
  return (
    <div aria-live="polite" className="empty:hidden">
      {uncheckable && (
        <Notice
          kind="neutral"
          title={t(texts.payTo && texts.payTo !== 'account' ? 'form.uncheckablePromptPay' : 'form.uncheckable')}
        >
          {t('form.uncheckableText')}
        </Notice>
      )}
      {answer && (
        <NameCheckOutcome
          nameCheck={answer}
          name={name}
          entityType={texts.entityType === 'company' ? 'company' : 'individual'}
          mismatch={doubt}
          onAdopt={adopt}
          onEdit={() => document.getElementById(payeeFieldId(fields[0]?.key ?? 'name'))?.focus()}
        />
      )}
    </div>
  );
}

/** On a phone the button of a step stays in sight. */
const actionBar = {
  'data-action-bar': true,
  className:
    'grid gap-1 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:pt-1 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
};

type SubmitProps = {
  status: NameCheckStatus;
  isWaiting: boolean;
  isChecking: boolean;
  isSaving: boolean;
  saveLabel: string;
  checkLabel: string;
};

function SubmitButton({ status, isWaiting, isChecking, isSaving, saveLabel, checkLabel }: SubmitProps) {
  const t = useTranslations('payeePage.form');
  const asks = status === 'unasked' || status === 'never';
  const doubtful = status === 'decide' || status === 'doubt';
  return (
    <Button
      type="submit"
      kind={doubtful ? 'secondary' : 'primary'}
      className="flex-1"
      busy={isChecking || isSaving}
      aria-disabled={isWaiting || undefined}
      busyLabel={asks || isChecking ? t('checking') : t('saving')}
    >
      {asks ? checkLabel : doubtful ? t('goOn') : saveLabel}
    </Button>
  );
}

function OptionalFields({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const t = useTranslations('payeePage.form');
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <details open={isOpen || isExpanded} onToggle={(event) => setIsExpanded(event.currentTarget.open)}>
      <summary className="min-h-8 cursor-pointer font-semibold">{t('more')}</summary>
      <div className="grid gap-6 pt-4">{children}</div>
    </details>
  );
}

function OwnAccountField({ control }: { control: Control<Record<string, string>> }) {
  const t = useTranslations('payeePage.form');
  return (
    <Controller
      control={control}
      name="ownAccount"
      render={({ field }) => (
        <Checkbox
          checked={field.value === 'yes'}
          onChange={(event) => field.onChange(event.target.checked ? 'yes' : '')}
        >
          {t('own')}
        </Checkbox>
      )}
    />
  );
}

type EntityTypeFieldProps = {
  control: Control<Record<string, string>>;
  onEntityTypeChange: () => void;
  isWide: boolean;
};

function EntityTypeField({ control, onEntityTypeChange, isWide }: EntityTypeFieldProps) {
  const t = useTranslations('payee.entity');
  const f = useTranslations('payeePage.form');
  return (
    <Controller
      control={control}
      name="entityType"
      render={({ field }) => (
        <div className="grid gap-1.5">
          {!isWide && (
            <p aria-hidden className="font-semibold">
              {f('who')}
            </p>
          )}
          <Segmented
            isWide={isWide}
            label={f('who')}
            value={field.value ?? 'individual'}
            onChange={(next) => {
              onEntityTypeChange();
              field.onChange(next);
            }}
            options={[
              { value: 'individual', label: t('individual') },
              { value: 'company', label: t('company') },
            ]}
          />
        </div>
      )}
    />
  );
}
