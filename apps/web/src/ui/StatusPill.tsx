import type { ReactNode } from 'react';
import { kindIcon, type StatusKind } from './status-kind.tsx';

const kindClasses: Record<StatusKind | 'accent', string> = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  neutral: 'bg-sunken text-text-muted',
  accent: 'bg-accent-soft text-accent-text',
};

type Props = { kind: StatusKind | 'accent'; icon?: ReactNode; children: ReactNode };

/** Colour is never the only signal: warning and danger have an icon, and every pill has text. */
export const StatusPill = ({ kind, icon, children }: Props) => (
  <span
    className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] leading-5 font-semibold whitespace-nowrap ${kindClasses[kind]}`}
  >
    {icon || (kind === 'warning' || kind === 'danger' ? kindIcon(kind, 14) : undefined)}
    {children}
  </span>
);
