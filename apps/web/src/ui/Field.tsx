import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { FieldContext } from './field-context.ts';

type Props = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  action?: ReactNode;
  id?: string | undefined;
};

export function Field({ label, children, hint, error, optional = false, action, id }: Props) {
  const t = useTranslations('ui');
  const made = useId();
  const control = id ?? made;
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={control} className="font-semibold">
          {label} {optional && <span className="font-normal text-text-muted">{t('optional')}</span>}
        </label>
        {action}
      </div>
      <FieldContext
        value={{
          id: control,
          'aria-describedby': describedBy || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': optional ? undefined : true,
        }}
      >
        {children}
      </FieldContext>
      {hint && (
        <p id={`${control}-hint`} className="text-small text-text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control}-error`} className="flex gap-1.5 text-small font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
