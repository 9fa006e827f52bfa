import { useTranslations } from 'use-intl';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

export type DayRange = { from: string; to: string };
export type RangePreset = { label: string; range: DayRange };

type Props = {
  value: DayRange;
  onChange: (value: DayRange) => void;
  presets: RangePreset[];
  min?: string;
  max?: string;
  /** Below the presets at every width, where there is little room. */
  stacked?: boolean;
};

export function DateRange({ value, onChange, presets, min, max, stacked = false }: Props) {
  const t = useTranslations('ui.range');
  const isBackwards = value.from !== '' && value.to !== '' && value.to < value.from;
  return (
    <fieldset className={`grid min-w-0 gap-3 ${stacked ? '' : 'lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end'}`}>
      <legend className="sr-only">{t('legend')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {presets.map(({ label, range }) => {
          const chosen = range.from === value.from && range.to === value.to;
          return (
            <button
              key={label}
              type="button"
              aria-pressed={chosen}
              onClick={() => onChange(range)}
              className="min-h-9 rounded-full border border-line-strong px-3 text-small font-semibold transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-text"
            >
              {label}
            </button>
          );
        })}
      </div>
      <div className={`grid grid-cols-2 items-start gap-3 ${stacked ? '' : 'lg:w-84'}`}>
        <Field label={t('from')}>
          <TextInput
            type="date"
            value={value.from}
            min={min}
            max={value.to || max}
            onChange={(event) => onChange({ ...value, from: event.target.value })}
          />
        </Field>
        <Field label={t('to')} error={isBackwards ? t('backwards') : undefined}>
          <TextInput
            type="date"
            value={value.to}
            min={value.from || min}
            max={max}
            onChange={(event) => onChange({ ...value, to: event.target.value })}
          />
        </Field>
      </div>
    </fieldset>
  );
}
