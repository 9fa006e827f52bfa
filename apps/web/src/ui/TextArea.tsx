import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';
import { inputClass } from './TextInput.tsx';

export const TextArea = ({ className = '', ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={3} {...useFieldControl()} {...rest} className={`${inputClass} py-2.5 ${className}`} />
);
