import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Field } from './Field.tsx';
import {
  type Country,
  caretAfter,
  changeCountry,
  dialCodeOf,
  isPhoneNumber,
  otherCountries,
  parsePhone,
  preferredCountries,
} from './phone-number.ts';
import { inputClass, TextInput } from './TextInput.tsx';

type Props = {
  label: string;
  /** E.164, or the incomplete number while typing. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  defaultCountry?: Country;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  id?: string | undefined;
};

export function PhoneInput({ value, onChange, onBlur, defaultCountry = 'GB', error, ...field }: Props) {
  const t = useTranslations('typed.phone');
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState(defaultCountry);
  const input = useRef<HTMLInputElement>(null);
  const caret = useCaret(input);
  const own = typed === undefined ? undefined : parsePhone(typed, chosen);
  const read = own?.value === value ? own : parsePhone(value, chosen);
  const isWrong = typed === undefined && read.value !== '' && !isPhoneNumber(read.value);
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = parsePhone(target.value, read.country);
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    caret.keep(caretAfter(next.text, parsePhone(before, read.country).text.replace(/[^\d+]/g, '').length));
    setTyped(next.text);
    setChosen(next.country);
    onChange(next.value);
  };
  const choose = (country: Country) => {
    setTyped(undefined);
    setChosen(country);
    onChange(changeCountry(value, read.country, country));
  };
  return (
    <Field {...field} error={error ?? (isWrong ? t('incomplete') : undefined)}>
      <div className="flex gap-2">
        <CountrySelect country={read.country} onChoose={choose} />
        <TextInput
          ref={input}
          type="tel"
          autoComplete="off"
          className="figures"
          placeholder={dialCodeOf(read.country)}
          value={read.text}
          onChange={type}
          onBlur={() => {
            setTyped(undefined);
            onBlur?.();
          }}
        />
      </div>
    </Field>
  );
}

function useCaret(input: RefObject<HTMLInputElement | null>) {
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (place.current === undefined) return;
    input.current?.setSelectionRange(place.current, place.current);
    place.current = undefined;
  });
  return {
    keep: (next: number) => {
      place.current = next;
    },
  };
}

type SelectProps = { country: Country; onChoose: (country: Country) => void };

function CountrySelect({ country, onChoose }: SelectProps) {
  const t = useTranslations('typed.phone');
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' });
  const nameOf = (code: Country): string => names.of(code) ?? code;
  const option = (code: Country) => (
    <option key={code} value={code}>
      {t('option', { country: nameOf(code), code: dialCodeOf(code) })}
    </option>
  );
  const others = otherCountries.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return (
    <span className="relative shrink-0 rounded-control has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <span aria-hidden className={`${inputClass} figures flex items-center gap-1.5`}>
        {country} {dialCodeOf(country)}
        <ChevronDown size={18} className="text-text-muted" />
      </span>
      <select
        aria-label={t('dialCode')}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        value={country}
        onChange={({ target }) => onChoose(target.value as Country)}
      >
        <optgroup label={t('preferred')}>{preferredCountries.map(option)}</optgroup>
        <optgroup label={t('others')}>{others.map(option)}</optgroup>
      </select>
    </span>
  );
}
