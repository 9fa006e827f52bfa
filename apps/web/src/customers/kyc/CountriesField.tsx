import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormSource } from './form-source.ts';
import { useCountries } from './kyc-form.api.ts';
import { useQuestionText } from './use-question-text.ts';

type Props = Readonly<{
  id: string;
  label: string;
  error: string | undefined;
  countries: readonly string[];
  onChange: (countries: string[] | null) => void;
}>;

const mostCountries = 20;

/** Several countries: each one chosen is added, and can be removed. */
export function CountriesField({ id, label, error, countries, onChange }: Props) {
  const t = useTranslations('kycPage.countries');
  const { data = [] } = useCountries();
  const { countryName } = useQuestionText(useFormSource().kind);
  const [news, setNews] = useState('');
  const options = data.filter(({ iso2 }) => !countries.includes(iso2));
  const add = (iso2: string) => {
    setNews(t('added', { country: countryName(iso2) }));
    onChange([...countries, iso2]);
  };
  const remove = (iso2: string) => {
    setNews(t('removed', { country: countryName(iso2) }));
    const left = countries.filter((each) => each !== iso2);
    onChange(left.length === 0 ? null : left);
  };
  return (
    <div className="grid gap-2">
      <SelectField
        id={id}
        label={label}
        error={error}
        value=""
        disabled={countries.length >= mostCountries}
        onChange={({ target }) => add(target.value)}
        options={[{ value: '', label: t('add') }, ...options.map(({ iso2, name }) => ({ value: iso2, label: name }))]}
      />
      {countries.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {countries.map((iso2) => (
            <li key={iso2}>
              <button
                type="button"
                aria-label={t('remove', { country: countryName(iso2) })}
                onClick={() => remove(iso2)}
                className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-brand-soft py-1 pr-2 pl-3 text-small font-semibold text-brand-text"
              >
                {countryName(iso2)}
                <X size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {news}
      </span>
    </div>
  );
}
