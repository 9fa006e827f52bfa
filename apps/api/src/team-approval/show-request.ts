import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { requireReader, requireRequest, viewRequest } from './request.view.ts';

export const showRequest: Verb<typeof contract.teamApproval.show> = async (ctx, { uid }) => {
  const reader = await requireReader(ctx);
  return viewRequest(ctx, reader, await requireRequest(ctx, reader, uid));
};
