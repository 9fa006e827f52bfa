import type { CardBrand, CardFunding } from '@larkmere/contract/cards/card';
import type { contract } from '@larkmere/contract/contract';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { countBinLookups, insertBinLookup, selectCards } from './card.sql.ts';
import { fundingFault, isExpired } from './card.ts';

import type { BinFacts, CardProcessor } from './rails/card-processor.ts';

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

/** Enough for a person who mistypes, too few to try out a range. */
const mostPerHour = 30;

/** Kinds of card with which money may be added in any currency. */
export type ListAcceptedFunding = (tx: Tx) => Promise<readonly CardFunding[]>;

/** Only the prefix decides if the processor does not answer or knows nothing; the charge checks again. */
export const lookUpBin =
  (processor: CardProcessor, listAcceptedFunding: ListAcceptedFunding): Workflow<typeof contract.card.lookUp> =>
  async (steps, { bincode }) => {
    const accepted = await steps.transaction(async ({ tx, actor: { userId } }) => {
      if ((await countBinLookups(tx, userId)) >= mostPerHour)
        throw new Refusal('rate_limited', { reason: message('bin_lookups_used_up') });
      await insertBinLookup(tx, userId);
      return listAcceptedFunding(tx);
    });
    const facts = await findFacts(processor, bincode);
    const brand = facts?.brand ?? brandOfDigits(bincode);
    const fault = fundingFault({ brand, funding: facts?.funding ?? null }, accepted);
    return {
      bin: bincode,
      brand,
      funding: facts?.funding ?? null,
      commercial: facts?.commercial ?? null,
      issuer: facts?.issuer ?? null,
      country: facts?.country ?? null,
      currency: facts?.currency ?? null,
      accepted: !fault,
      reason: fault ? formatMessage(defaultLanguage, fault) : null,
    };
  };

async function findFacts(processor: CardProcessor, bincode: string): Promise<BinFacts | undefined> {
  try {
    return await processor.findBin(bincode);
  } catch (error) {
    if (error instanceof PartnerTimeout) return undefined;
    throw error;
  }
}

/** First digits of the two schemes with a logo, as their numbering ranges say. All others are `other`. */
export function brandOfDigits(digits: string): CardBrand {
  if (digits.startsWith('4')) return 'visa';
  const two = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  return (two >= 51 && two <= 55) || (four >= 2221 && four <= 2720) ? 'mastercard' : 'other';
}
