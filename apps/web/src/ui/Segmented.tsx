import { useId } from 'react';

type Props<Value extends string> = {
  label: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** All of the width, in equal parts. */
  isWide?: boolean;
};

export function Segmented<Value extends string>({ label, options, value, onChange, isWide = false }: Props<Value>) {
  const name = useId();
  return (
    <fieldset
      className={`${isWide ? 'grid auto-cols-fr grid-flow-col' : 'inline-flex w-fit'} overflow-hidden rounded-control border border-line-strong bg-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="grid min-h-11.5 cursor-pointer place-items-center px-3.5 text-small font-semibold transition-colors hover:bg-sunken has-checked:bg-brand has-checked:text-on-brand"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
