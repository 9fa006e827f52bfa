import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireRequest, requireViewer, viewRequest } from './request.view.ts';

export const getRequest: Verb<typeof contract.approval.show> = async (ctx, { uid }) => {
  const reader = await requireViewer(ctx);
  return viewRequest(ctx, reader, await requireRequest(ctx, reader, uid));
};
