import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';

export const inputClass =
  'block min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 text-text ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-60';

export const TextInput = ({ className = '', ...rest }: ComponentProps<'input'>) => (
  <input type="text" {...useFieldControl()} {...rest} className={`${inputClass} ${className}`} />
);
