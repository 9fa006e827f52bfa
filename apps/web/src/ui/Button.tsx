import type { ComponentProps, ReactNode } from 'react';
import { type ButtonKind, buttonClass } from './button-class.ts';

type Props = ComponentProps<'button'> & {
  kind?: ButtonKind;
  wide?: boolean;
  icon?: ReactNode;
  /** Keeps its width and stays focusable while busy. */
  busy?: boolean;
  busyLabel?: string | undefined;
};

export function Button({ kind, wide, icon, busy = false, busyLabel, className = '', children, ...rest }: Props) {
  const idle = rest['aria-disabled'] === true || busy;
  return (
    <button
      type="button"
      {...rest}
      {...(idle ? { 'aria-disabled': true, onClick: (event) => event.preventDefault() } : {})}
      className={`${buttonClass(kind, wide)} ${className}`}
    >
      {icon}
      {busyLabel === undefined ? (
        children
      ) : (
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={busy ? 'invisible' : ''}>{children}</span>
          <span className={busy ? '' : 'invisible'}>{busyLabel}</span>
        </span>
      )}
    </button>
  );
}
