import type { contract } from '@larkmere/contract/contract';
import type { AccessRequestView } from '@larkmere/contract/customers/access-request';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { lockPeople } from '../user/user.ts';
import { type RequestRow, selectOpenRequests } from './access-request.sql.ts';
import { viewAccessRequest } from './access-request.view.ts';
import { carryOutRequest } from './carry-out-request.ts';
import { endRequest, lockOpenRequest } from './prepare-request.ts';

export const listRequests: Verb<typeof contract.accessRequest.list> = async (ctx) => ({
  list: (await selectOpenRequests(ctx.tx, ctx.actor.customerId)).map((row) => view(ctx, row)),
});

const isOwner = ({ actor }: CustomerCtx): boolean => actor.role === 'owner';

const view = (ctx: CustomerCtx, row: RequestRow): AccessRequestView => ({
  ...viewAccessRequest(row),
  canDecide: isOwner(ctx) && (row.state === 'waiting' || row.state === 'scheduled'),
});

/** Of two decisions the first counts. Refuses with `access_denied` to anyone but an owner. */
export const approveRequest =
  (tokenKey: Buffer): Verb<typeof contract.accessRequest.approve> =>
  async (ctx, { uid, digest, authorisation, idempotency }) => {
    const people = await lockPeople(ctx);
    if (people.acting.role !== 'owner') throw new Refusal('access_denied');
    const request = await lockOpenRequest(ctx, uid, people.customerId);
    if (request.digest !== digest) throw new Refusal('authorisation_invalid');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'access-request.approve',
      uid,
      digest,
      amount: '0',
      currency: 'GBP',
      paymentIdempotency: idempotency,
    });
    const by = ctx.actor.userId;
    await carryOutRequest(ctx, tokenKey, people, { request, invitedBy: by });
    return view(ctx, await endRequest(ctx, uid, 'approved', { by }));
  };

export const refuseRequest: Verb<typeof contract.accessRequest.refuse> = async (ctx, { uid }) => {
  const people = await lockPeople(ctx);
  if (people.acting.role !== 'owner') throw new Refusal('access_denied');
  await lockOpenRequest(ctx, uid, people.customerId);
  return view(ctx, await endRequest(ctx, uid, 'refused', { by: ctx.actor.userId }));
};
