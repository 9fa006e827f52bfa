import { z } from 'zod';
import { AmountText, BankHolderId, CurrencyCode, Uid } from '../platform/fields.ts';

/**
 * A second balance that pays what the first one lacks. `quoteId` is an open quote for this payee that buys the missing amount in
 * the currency of the first account. Exchange and payment are made together or not at all.
 */
export const RestFrom = z.strictObject({ sourceBankholderId: BankHolderId, quoteId: Uid });
export type RestFrom = z.infer<typeof RestFrom>;

/** As the PIN covers it: with the figures of the quote. */
export const AuthorisedRestFrom = RestFrom.extend({
  amount: AmountText,
  currency: CurrencyCode,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
});
export type AuthorisedRestFrom = z.infer<typeof AuthorisedRestFrom>;

/** Of the exchange, beside those of a payment. */
export const restRefusals = [
  'quote_expired',
  'quote_used',
  'rate_moved',
  'market_closed',
  'pair_unavailable',
  'rate_unavailable',
] as const;
