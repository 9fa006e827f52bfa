import { useTranslations } from 'use-intl';

const shapes = {
  text: 'h-4 w-2/3 rounded-small',
  row: 'h-16 rounded-control',
  card: 'h-60 rounded-card',
  account: 'h-80 rounded-card',
  strip: 'h-15 w-64 shrink-0 rounded-card',
  chart: 'h-56 rounded-card',
};

type Props = { shape: keyof typeof shapes; count?: number; className?: string };

/** Displayed only if loading takes longer than 150 ms. */
export function Skeleton({ shape, count = 1, className = 'grid gap-3' }: Props) {
  const t = useTranslations('ui');
  return (
    <div role="status" className={`appear-late ${className}`}>
      <span className="sr-only">{t('loading')}</span>
      {[...Array(count).keys()].map((place) => (
        <div key={place} aria-hidden className={`shimmer bg-sunken ${shapes[shape]}`} />
      ))}
    </div>
  );
}
