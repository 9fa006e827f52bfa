import { Star } from 'lucide-react';
import { useTranslations } from 'use-intl';

export const ratings = [1, 2, 3, 4, 5] as const;

export function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  const t = useTranslations('publicReview');
  return (
    <span role="img" aria-label={t('stars', { rating })} className="inline-flex gap-0.5">
      {ratings.map((each) => (
        <Star key={each} size={size} className={each <= rating ? 'fill-accent text-accent' : 'text-line-strong'} />
      ))}
    </span>
  );
}
