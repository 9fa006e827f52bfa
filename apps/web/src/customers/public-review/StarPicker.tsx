import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ratings } from './Stars.tsx';

type Props = { value: number; error: string | undefined; onChange: (rating: number) => void };

/** A radio group: arrow keys change it, and each star is named. */
export function StarPicker({ value, error, onChange }: Props) {
  const t = useTranslations('publicReview');
  const name = useId();
  const errorId = useId();
  const [pointed, setPointed] = useState(0);
  const lit = pointed || value;
  return (
    <fieldset aria-describedby={error && errorId} className="min-w-0">
      <legend className="mb-1 font-semibold">{t('form.rating')}</legend>
      <div className="-ml-2 inline-flex" onPointerLeave={() => setPointed(0)}>
        {ratings.map((rating) => (
          <label
            key={rating}
            onPointerEnter={() => setPointed(rating)}
            className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              checked={value === rating}
              onChange={() => onChange(rating)}
              className="sr-only"
            />
            <Star size={28} aria-hidden className={rating <= lit ? 'fill-accent text-accent' : 'text-line-strong'} />
            <span className="sr-only">{t('stars', { rating })}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
