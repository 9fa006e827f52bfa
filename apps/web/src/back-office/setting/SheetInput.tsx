import type { SheetColumn } from '@larkmere/contract/back-office/setting-sheets';
import { useTranslations } from 'use-intl';

type Props = {
  column: SheetColumn;
  text: string;
  label: string;
  isChanged?: boolean;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/** Every selection, in the order of the choices: none first, all last. */
const selections = (choices: readonly string[]): string[] =>
  choices
    .reduce<string[][]>((before, choice) => before.concat(before.map((each) => each.concat(choice))), [[]])
    .toSorted((one, other) => one.length - other.length)
    .map((each) => each.join(','));

/** The values of a column that is chosen from, as they are typed. */
export function choicesOf(column: SheetColumn): readonly string[] | undefined {
  if (column.kind === 'choice') return column.choices;
  if (column.kind === 'optionalChoice') return ['', ...column.choices];
  if (column.kind === 'flag') return ['true', 'false'];
  return column.kind === 'documents' || column.kind === 'choices' ? selections(column.choices) : undefined;
}

export function useCellNames(): (column: SheetColumn, text: string) => string {
  const t = useTranslations('manageSetting.value');
  return (column, text) =>
    choicesOf(column)
      ? text
          .split(',')
          .map((part) => t((part || 'none') as 'none'))
          .join(', ')
      : text;
}

const numbers = ['count', 'optionalCount', 'bps', 'minute', 'time'];

function sizeOf({ kind }: SheetColumn): string {
  if (['windows', 'holidays', 'text'].includes(kind)) return 'w-full';
  if (kind === 'amount') return 'w-28 text-right figures';
  if (numbers.includes(kind)) return 'w-20 text-right figures';
  if (kind === 'choices') return 'w-36';
  return ['choice', 'optionalChoice', 'flag', 'documents'].includes(kind) ? 'max-w-full' : 'w-44';
}

/** One cell, with the error of the server below it. */
export function SheetInput({ column, text, label, isChanged = false, error, onChange }: Props) {
  const nameOf = useCellNames();
  const choices = choicesOf(column);
  const isList = column.kind === 'windows' || column.kind === 'holidays';
  const isNumber = column.kind === 'amount' || numbers.includes(column.kind);
  const shared = {
    'aria-label': label,
    'aria-invalid': error ? true : undefined,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    className: `min-h-9 rounded-control border px-2.5 py-1 text-small text-text aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ${sizeOf(column)} ${
      isChanged ? 'border-accent bg-accent-soft font-semibold' : 'border-line-strong bg-surface'
    }`,
  };
  return (
    <span className="grid justify-items-end gap-1">
      {choices && (
        <select {...shared}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {nameOf(column, choice)}
            </option>
          ))}
        </select>
      )}
      {isList && <textarea {...shared} rows={4} />}
      {!choices && !isList && (
        <input type={column.kind === 'date' ? 'date' : 'text'} inputMode={isNumber ? 'decimal' : 'text'} {...shared} />
      )}
      {error && (
        <span role="alert" className="max-w-56 text-left text-caption font-medium text-danger">
          {error}
        </span>
      )}
    </span>
  );
}
