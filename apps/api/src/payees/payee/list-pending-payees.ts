import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { toStaffViews } from './decide-payee.ts';
import { selectPendingPayees } from './payee.sql.ts';
import { toPayee } from './payee.ts';

export const listPendingPayees: Verb<typeof contract.payeeReview.list> = async (ctx) => {
  return toStaffViews(ctx, (await selectPendingPayees(ctx.tx)).map(toPayee));
};
