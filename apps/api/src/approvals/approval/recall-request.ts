import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import type { ApprovalHandlers } from './approvable.ts';
import { lockWithItem } from './lock-request.ts';
import { viewRequest } from './request.view.ts';
import { completeRequest } from './request-approval.ts';

/** Throws `not_found`, `access_denied` for the request of another person and `invalid_transition` for a closed one. */
export const recallRequest =
  (handlers: ApprovalHandlers): Verb<typeof contract.approval.recall> =>
  async (ctx, { uid, note }) => {
    const { viewer, request, item } = await lockWithItem(ctx, handlers, uid);
    if (request.makerId !== viewer.me.id) throw accessDenied('not_the_maker');
    if (request.state !== 'open') throw new Refusal('invalid_transition');
    const { name } = viewer.me;
    const reason = note
      ? defaultText('approval_withdrawn_with_note', { name, note })
      : defaultText('approval_withdrawn', { name });
    await item?.reject('recalled', reason);
    return viewRequest(ctx, viewer, await completeRequest(ctx, request, 'recalled', reason));
  };
