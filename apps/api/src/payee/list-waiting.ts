import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { staffViewsOf } from './decide-payee.ts';
import { selectWaiting } from './payee.sql.ts';
import { mayLookAtPayees, payeeOf } from './payee.ts';

export const listWaiting: Verb<typeof contract.payeeReview.list> = async (ctx) => {
  if (!mayLookAtPayees(ctx.actor.role)) throw new Refusal('access_denied');
  return staffViewsOf(ctx, (await selectWaiting(ctx.tx)).map(payeeOf));
};
