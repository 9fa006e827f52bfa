import { identifierValue } from '@larkmere/contract/reference/identifier-text';
import { CircleAlert } from 'lucide-react';
import type { ClipboardEvent, FocusEvent, ReactNode } from 'react';
import { type DateParts, parsePastedDate } from './date-parts.ts';
import { inputClass } from './TextInput.tsx';

type Props = {
  legend: ReactNode;
  /** The accessible names of the three inputs. */
  labels: Readonly<Record<keyof DateParts, string>>;
  id: string;
  value: DateParts;
  onChange: (value: DateParts) => void;
  /** The focus has left all three inputs. */
  onLeave?: (() => void) | undefined;
  error: string | undefined;
  /** Of a date of birth, so that the browser can fill it in. */
  isBirthday?: boolean;
};

const figures = [
  { part: 'day', length: 2, pattern: 'DD' },
  { part: 'month', length: 2, pattern: 'MM' },
  { part: 'year', length: 4, pattern: 'YYYY' },
] as const;

export function DatePartsField({ legend, labels, id, value, onChange, onLeave, error, isBirthday = false }: Props) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.closest('fieldset')?.contains(relatedTarget)) onLeave?.();
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = parsePastedDate(event.clipboardData.getData('text'));
    if (!pasted) return;
    event.preventDefault();
    onChange(pasted);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid grid-cols-[1fr_1fr_1.5fr] gap-2">
        {figures.map(({ part, length, pattern }) => (
          <input
            key={part}
            id={`${id}-${part}`}
            aria-label={labels[part]}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            inputMode="numeric"
            autoComplete={isBirthday ? `bday-${part}` : 'off'}
            maxLength={length}
            placeholder={pattern}
            value={value[part]}
            onChange={({ target }) =>
              onChange({ ...value, [part]: identifierValue(target.value, 'digits') ?? value[part] })
            }
            onBlur={leave}
            onPaste={paste}
            className={`${inputClass} figures px-2! text-center placeholder:text-text-muted`}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="status" className="mt-1.5 flex gap-1.5 text-small font-medium text-danger">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
