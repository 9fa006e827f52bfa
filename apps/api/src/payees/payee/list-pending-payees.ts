import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { toStaffViews } from './decide-payee.ts';
import { selectPendingPayees } from './payee.sql.ts';
import { canReviewPayees, toPayee } from './payee.ts';

export const listPendingPayees: Verb<typeof contract.payeeReview.list> = async (ctx) => {
  if (!canReviewPayees(ctx.actor.role)) throw new Refusal('access_denied');
  return toStaffViews(ctx, (await selectPendingPayees(ctx.tx)).map(toPayee));
};
