import type { ComponentProps, ReactNode } from 'react';

export const Checkbox = ({ children, ...rest }: ComponentProps<'input'> & { children: ReactNode }) => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
    <input type="checkbox" {...rest} className="mt-0.5 size-5 shrink-0 accent-brand" />
    <span>{children}</span>
  </label>
);
