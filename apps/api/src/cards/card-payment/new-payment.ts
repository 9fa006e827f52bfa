import type { CardPaymentReport } from '@larkmere/contract/cards/card-issuer';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { IssuedCard } from '../issued-card/issued-card.ts';

/** What a payment takes over from its card and merchant, so that a later change of the card does not alter it. */
export const newPaymentColumns = (card: IssuedCard, merchant: CardPaymentReport['merchant']) => ({
  reference: generateReference(),
  cardId: card.id,
  customerId: card.customerId,
  accountId: card.accountId,
  bankholderId: card.bankholderId,
  holderId: card.holderId,
  currency: card.currency,
  merchantName: merchant.name,
  merchantCity: merchant.city,
  merchantCountry: merchant.country,
  merchantCategory: merchant.category,
});
