import { z } from 'zod';
import { UserType } from '../identity/session.ts';
import { CurrencyCode, MoneyView } from '../platform/fields.ts';
import { RailName } from '../platform/rail-name.ts';

export const pricedProducts = [
  ...RailName.options,
  'swift-our',
  'exchange',
  'top-up',
  'virtual-card',
  'physical-card',
  'replacement-card',
  'card-abroad',
] as const;

/** A price that a change raises for the customers of one tier. */
export const PriceRise = z
  .object({
    product: z.enum(pricedProducts),
    tier: UserType,
    /** What the fee is taken in. Null: of any account. */
    currency: CurrencyCode.nullable(),
    /** Of an exchange, where the price depends on it. */
    buy: CurrencyCode.nullable(),
    /** The name of the fee of a campaign. */
    label: z.string().nullable(),
    unit: z.enum(['fixed', 'percent']),
    /** An amount in `currency`, or a percentage. */
    before: z.string(),
    after: z.string(),
    /** What it is for one payment, or for 1,000 where it is a percentage. */
    example: z.object({ amount: MoneyView.nullable(), before: MoneyView, after: MoneyView, difference: MoneyView }),
  })
  .meta({ id: 'PriceRise' });
export type PriceRise = z.infer<typeof PriceRise>;
