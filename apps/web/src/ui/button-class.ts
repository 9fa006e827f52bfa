import { classNames } from './class-names.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-active',
  secondary: 'border border-line-strong bg-surface text-text hover:bg-sunken',
  quiet: 'text-brand-text hover:bg-brand-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};

export const buttonClass = (kind: ButtonKind = 'primary', wide = false): string =>
  classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4.5 py-2 text-center font-semibold',
    'transition-colors aria-disabled:cursor-default aria-disabled:opacity-60',
    kinds[kind],
    wide && 'w-full',
  );

export const linkClass =
  'rounded-small font-semibold text-brand-text underline decoration-1 underline-offset-4 hover:decoration-2';
