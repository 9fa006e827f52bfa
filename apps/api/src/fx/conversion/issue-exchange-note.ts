import type { contract } from '@larkmere/contract/contract';
import { issueLetter, selectHolder } from '../../accounts/letter/letter.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { describeExchange } from './describe-exchange.ts';
import { selectExchange } from './exchange.read.ts';

/** Refuses `not_found` for an exchange of others, or between accounts that the member may not use. */
export const issueExchangeNote: Verb<typeof contract.letter.issueExchangeNote> = async (ctx, { uid }) => {
  const exchange = await selectExchange(ctx, uid);
  if (!exchange) throw new Refusal('not_found');
  return issueLetter(ctx, 'exchange_note', exchange.accounts, describeExchange(await selectHolder(ctx), exchange));
};
