import type { ReactNode } from 'react';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Props = {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  autoComplete: 'one-time-code' | 'off';
  value: string;
  onChange: (digits: string) => void;
};

/** Six digits in one input, so that pasting and autofill work. Spaces of a pasted code are left out. */
export const CodeField = ({ label, hint, error, autoComplete, value, onChange }: Props) => (
  <div className="grid content-start">
    <Field label={label} hint={hint} error={error}>
      <TextInput
        value={value}
        inputMode="numeric"
        autoComplete={autoComplete}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 6))}
        className="figures text-h2 font-bold tracking-[0.4em]"
      />
    </Field>
  </div>
);
