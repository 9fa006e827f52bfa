import type { ReactNode } from 'react';

type Props = Readonly<{
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  note?: ReactNode;
  icon?: ReactNode;
}>;

/** A row whose whole width is the switch. It takes effect at once, so it needs no button to save. */
export const Switch = ({ label, isOn, onChange, disabled = false, note, icon }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={() => !disabled && onChange(!isOn)}
    className="group flex min-h-13 w-full items-center gap-3 py-2 text-left aria-disabled:cursor-default aria-disabled:opacity-60"
  >
    {icon && <span className="shrink-0 text-text-muted">{icon}</span>}
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{label}</span>
      {note && <span className="block text-small text-text-muted">{note}</span>}
    </span>
    <span
      aria-hidden
      className="relative h-6.5 w-11 shrink-0 rounded-full border-2 border-line-strong bg-surface transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand"
    >
      <span className="absolute top-1/2 left-1 size-4 -translate-y-1/2 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-on-brand" />
    </span>
  </button>
);
