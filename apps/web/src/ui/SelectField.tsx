import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';
import { useFieldControl } from './field-context.ts';
import { inputClass } from './TextInput.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

type Props = ComponentProps<'select'> & {
  label: string;
  options: SelectOption[];
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
};

/** A native select, for its type-ahead, phone picker and screen reader support. */
export const SelectField = ({ label, options, hint, error, optional, id, ...rest }: Props) => (
  <Field label={label} hint={hint} error={error} optional={optional} id={id}>
    <Select {...rest} options={options} />
  </Field>
);

const Select = ({ options, ...rest }: ComponentProps<'select'> & { options: SelectOption[] }) => (
  <span className="relative block">
    <select {...useFieldControl()} {...rest} className={`${inputClass} appearance-none pr-11`}>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      size={20}
      className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-text-muted"
    />
  </span>
);
