import type { CardPaymentReport } from '@larkmere/contract/cards/card-issuer';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { IssuedCard } from '../issued-card/issued-card.ts';

/** What a payment takes over from its card and merchant, so that a later change of the card does not alter it. */
export const newPaymentColumns = (card: IssuedCard, merchant: CardPaymentReport['merchant']) => ({
  reference: generateReference(),
  card_id: card.id,
  customer_id: card.customer_id,
  account_id: card.account_id,
  bankholder_id: card.bankholder_id,
  holder_id: card.holder_id,
  currency: card.currency,
  merchant_name: merchant.name,
  merchant_city: merchant.city,
  merchant_country: merchant.country,
  merchant_category: merchant.category,
});
