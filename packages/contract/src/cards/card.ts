import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput, Idempotency, NoContent, Uid } from '../platform/fields.ts';

/** The logo of a card: that of Visa, of Mastercard, or a generic one. */
export const cardBrands = ['visa', 'mastercard', 'other'] as const;
export const CardBrand = z.enum(cardBrands).meta({ id: 'CardBrand' });
export type CardBrand = z.infer<typeof CardBrand>;

export const cardFundings = ['debit', 'credit', 'prepaid'] as const;
export const CardFunding = z.enum(cardFundings).meta({ id: 'CardFunding' });
export type CardFunding = z.infer<typeof CardFunding>;

const Country = z.string().regex(/^[A-Z]{2}$/);

export const SavedCardView = z
  .object({
    id: Uid,
    brand: CardBrand,
    last4: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    holderName: z.string(),
    issuerCountry: Country.nullable(),
    funding: CardFunding,
    /** Used last, and chosen first in a form. */
    default: z.boolean(),
    status: z.enum(['active', 'expired']),
  })
  .meta({ id: 'SavedCard' });
export type SavedCardView = z.infer<typeof SavedCardView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/wallet/card/list',
  access: 'payment',
  about: 'The cards that this person saved for adding money, the last used first.',
  input: EmptyInput,
  reply: z.object({ list: z.array(SavedCardView) }),
  refusals: [],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/wallet/card/{id}',
  access: 'payment',
  accountAction: 'stop',
  about: 'Removes a saved card here and at the card processor. What was paid with it stays in the history.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['not_found'],
});

export const BinView = z
  .object({
    bin: z.string(),
    brand: CardBrand,
    funding: CardFunding.nullable(),
    commercial: z.boolean().nullable(),
    issuer: z.string().nullable(),
    country: Country.nullable(),
    currency: CurrencyCode.nullable(),
    accepted: z.boolean(),
    /** Why the card is not accepted. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'BinLookup' });
export type BinView = z.infer<typeof BinView>;

export const lookUp = endpoint({
  method: 'GET',
  path: '/v1/binlookup',
  access: 'payment',
  about:
    'Says of the first six to eight digits of a card which logo it has, who issued it, and whether money can be added with it. Limited per person.',
  input: z.strictObject({ bincode: z.string().regex(/^\d{6,8}$/) }),
  reply: BinView,
  refusals: ['rate_limited'],
});
