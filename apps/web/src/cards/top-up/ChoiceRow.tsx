import type { ReactNode } from 'react';

type Props = {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  end?: ReactNode;
  disabled?: boolean;
  /** Beside the row, because a button inside of a label would choose it. */
  action?: ReactNode;
};

/** One of several choices, as a row of a list. */
export const ChoiceRow = ({ name, isChosen, onChoose, icon, title, text, end, disabled, action }: Props) => (
  <li className={`flex items-center border-t border-line ${isChosen ? 'bg-brand-soft' : ''}`}>
    <label
      className={`flex min-h-16 min-w-0 flex-1 items-center gap-3 px-5 py-2.5 -outline-offset-3 has-focus-visible:outline-3 has-focus-visible:outline-focus ${disabled ? 'opacity-60' : 'cursor-pointer'}`}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        disabled={disabled}
        className="size-5 shrink-0 accent-brand"
      />
      <span className="grid w-11 shrink-0 place-items-center">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-small text-text-muted">{text}</span>
      </span>
      {end && <span className="shrink-0 text-right">{end}</span>}
    </label>
    {action && <span className="pr-3">{action}</span>}
  </li>
);
