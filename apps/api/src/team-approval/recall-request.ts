import type { contract } from '@larkmere/contract/contract';
import { denied, Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { takeInHand } from './decide.ts';
import { viewRequest } from './request.view.ts';
import { endRequest, type Subjects } from './team-approval.ts';

/** Throws `not_found`, `access_denied` for somebody else's request and `invalid_transition` for a closed one. */
export const recallRequest =
  (subjects: Subjects): Verb<typeof contract.teamApproval.recall> =>
  async (ctx, { uid, note }) => {
    const { reader, request, subject, content } = await takeInHand(ctx, subjects, uid);
    if (request.maker_id !== reader.me.id) throw denied('not_the_maker');
    if (request.state !== 'open') throw new Refusal('invalid_transition');
    const reason = `${reader.me.name} took it back${note ? `: ${note}` : '.'}`;
    if (content) await subject.sendBack(ctx, request.subject_id, 'recalled', reason);
    return viewRequest(ctx, reader, await endRequest(ctx, request, 'recalled', reason));
  };
