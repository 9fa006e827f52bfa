import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectCards } from './card.sql.ts';
import { isExpired } from './expiry.ts';

export const listCards: Verb<typeof contract.card.list> = async ({ tx, actor, now }) => {
  const cards = await selectCards(tx, actor);
  const first = cards.find((card) => !isExpired(card, now));
  return {
    list: cards.map((card) => ({
      id: card.id,
      brand: card.brand,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      holderName: card.holderName,
      issuerCountry: card.issuerCountry,
      funding: card.funding,
      default: card === first,
      status: isExpired(card, now) ? 'expired' : 'active',
    })),
  };
};
