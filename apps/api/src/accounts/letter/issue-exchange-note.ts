import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { describeExchange } from './describe-letter.ts';
import { selectExchange, selectHolder } from './letter.read.ts';
import { issueLetter } from './letter.ts';

/** Refuses `not_found` for an exchange of others, or between accounts that the member may not use. */
export const issueExchangeNote: Verb<typeof contract.letter.issueExchangeNote> = async (ctx, { uid }) => {
  const exchange = await selectExchange(ctx, uid);
  if (!exchange) throw new Refusal('not_found');
  const accounts = exchange.accounts.map((bankholderId) => ({ bankholderId }));
  return issueLetter(ctx, 'exchange_note', accounts, describeExchange(await selectHolder(ctx), exchange));
};
