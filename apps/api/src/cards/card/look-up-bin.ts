import type { CardFunding } from '@larkmere/contract/cards/card';
import type { contract } from '@larkmere/contract/contract';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { countBinLookups, insertBinLookup } from './card.sql.ts';
import { fundingFault } from './card.ts';
import type { BinFacts, CardProcessor } from './rails/card-processor.ts';
import { brandOfDigits } from './schemes.ts';

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
