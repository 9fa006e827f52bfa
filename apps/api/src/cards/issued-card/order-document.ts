import type { CardFormat, DeliveryAddress } from '@larkmere/contract/cards/issued-card';
import type { Currency } from '@larkmere/money/money';
import { z } from 'zod';
import type { IssuedCard } from './issued-card.sql.ts';

type Delivery = Readonly<{ name: string; lines: string[]; city: string; postcode: string; country: string }>;

/** What the processor is sent. A repeat must be the same to the byte. */
export type OrderFacts = Readonly<{
  cardId: string;
  format: CardFormat;
  currency: Currency;
  embossedName: string;
  replaces: string | null;
  delivery: Delivery | null;
}>;

export const orderDocument = ({ cardId, format, currency, embossedName, replaces, delivery }: OrderFacts): string =>
  JSON.stringify({
    cardId,
    kind: format,
    currency,
    holderName: embossedName,
    brand: 'visa',
    ...(replaces !== null && { replaces }),
    ...(delivery !== null && { delivery }),
  });

export const toDelivery = (name: string, { line1, line2, city, postcode, country }: DeliveryAddress): Delivery => ({
  name,
  lines: line2 ? [line1, line2] : [line1],
  city,
  postcode,
  country,
});

const Ordered = z.object({
  delivery: z
    .object({
      name: z.string(),
      lines: z.array(z.string()),
      city: z.string(),
      postcode: z.string(),
      country: z.string(),
    })
    .optional(),
});

/** Where a physical card went; null for a virtual one, and once the address was erased. */
export const deliveryOf = ({ document }: Pick<IssuedCard, 'document'>): Delivery | null =>
  Ordered.parse(JSON.parse(document)).delivery ?? null;

export function deliveryTown(card: Pick<IssuedCard, 'document'>): string {
  const delivery = deliveryOf(card);
  return delivery ? `${delivery.city} ${delivery.postcode}` : '';
}
