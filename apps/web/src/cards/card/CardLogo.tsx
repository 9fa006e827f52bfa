import type { CardBrand } from '@larkmere/contract/cards/card';
import { CreditCard } from 'lucide-react';

/** The logos are drawn, because the content security policy allows no foreign images. */
export function CardLogo({ brand }: { brand: CardBrand }) {
  if (brand === 'other')
    return (
      <span className="grid h-7 w-11 shrink-0 place-items-center rounded-small border border-line bg-sunken text-text-muted">
        <CreditCard size={18} />
      </span>
    );
  return (
    <svg viewBox="0 0 44 28" width={44} height={28} aria-hidden className="shrink-0 rounded-small border border-line">
      <rect width="44" height="28" fill="#ffffff" />
      {brand === 'visa' ? (
        <text x="22" y="19" textAnchor="middle" fontSize="14" fontWeight="800" fontStyle="italic" fill="#1a1f71">
          VISA
        </text>
      ) : (
        <>
          <circle cx="17" cy="14" r="8" fill="#eb001b" />
          <circle cx="27" cy="14" r="8" fill="#f79e1b" fillOpacity="0.9" />
        </>
      )}
    </svg>
  );
}
