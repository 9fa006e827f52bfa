import type { CardDesignName } from '@larkmere/contract/cards/issued-card-rules';
import { Nfc, Snowflake } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import './card-art.css';
import type { IssuedCard } from './issued-card.api.ts';

type Face = Pick<IssuedCard, 'brand' | 'last4' | 'embossedName' | 'format'> &
  Readonly<{ design: CardDesignName; expiry: string | null; isDimmed?: boolean; isFrozen?: boolean }>;

/** The face of a card, drawn: its colours are those of the plastic and the same in both themes. */
export function CardArt({ design, brand: network, last4, embossedName, format, expiry, isDimmed, isFrozen }: Face) {
  const t = useTranslations('issuedCard.face');
  const label =
    last4 === null
      ? t('unnumbered', { name: embossedName })
      : t('label', { brand: network ?? 'other', last4, name: embossedName, date: expiry ?? '' });
  return (
    <div
      role="img"
      aria-label={label}
      data-design={design}
      className={`card-art @container relative isolate aspect-[1.586] w-full overflow-hidden rounded-card ${isDimmed ? 'card-art-dimmed' : ''}`}
    >
      <Landscape />
      <div aria-hidden className="absolute inset-0 flex flex-col justify-between p-[6.2cqw]">
        <div className="flex items-start justify-between">
          <span className="card-art-title font-bold">{brand.name}</span>
          <Nfc className="card-art-icon" strokeWidth={2} />
        </div>
        {format === 'physical' ? <Chip /> : <span className="card-art-chip" />}
        <div className="grid gap-[2cqw]">
          <span className="card-art-number figures flex items-center gap-[2.4cqw]">
            <span className="card-art-dots">{t('dots')}</span>
            {last4 ?? '••••'}
          </span>
          <span className="card-art-line flex items-end justify-between gap-3">
            <span className="truncate">{embossedName}</span>
            <span className="flex items-center gap-[3cqw]">
              <span className="figures">{expiry}</span>
              {network && network !== 'other' && <span className="font-bold italic">{t(`brand.${network}`)}</span>}
            </span>
          </span>
        </div>
      </div>
      {isFrozen && (
        <span
          aria-hidden
          className="absolute top-1/2 left-1/2 grid size-16 -translate-1/2 place-items-center rounded-full bg-surface text-brand-text"
        >
          <Snowflake size={28} />
        </span>
      )}
    </div>
  );
}

const Landscape = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 400 252"
    preserveAspectRatio="none"
    className="absolute inset-0 -z-10 size-full"
    fill="none"
    strokeWidth="2"
  >
    <path d="M186 125c48-7 82-62 124-107 26 38 52 84 90 96" stroke="var(--art-ridge)" />
    <path d="M222 140c60-26 74 14 118 12 30-2 42-14 60-18" stroke="var(--art-water)" />
  </svg>
);

const Chip = () => (
  <svg aria-hidden="true" viewBox="0 0 44 34" className="card-art-chip" fill="none">
    <rect width="44" height="34" rx="6" fill="var(--art-chip)" />
    <path
      d="M14 0v34M29 0v34M0 11.5h14M0 22.5h14M29 11.5h15M29 22.5h15"
      stroke="var(--art-chip-line)"
      strokeWidth="1.6"
    />
  </svg>
);
