import type { contract } from '@larkmere/contract/contract';
import type { AccessRequestView } from '@larkmere/contract/customers/access-request';
import { sql } from 'kysely';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { defineJob, type Job, type JobRun } from '../../platform/jobs/job.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findOwnerId } from '../customer/customer.ts';
import {
  checkInvitee,
  checkUpdate,
  invitePerson,
  lockPeople,
  lockPeopleForStaff,
  type People,
  updatePerson,
} from '../user/user.ts';
import { lockRequest, type RequestRow, selectOpenRequests } from './access-request.sql.ts';
import { endRequest, lockOpenRequest, viewAccessRequest } from './prepare-request.ts';

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

/**
 * Gives exactly what was prepared, with every check of today and never more than `people.acting` has. Refuses with all
 * that the same change by an owner refuses, such as `user_changed` if the person has changed since.
 */
export async function carryOutRequest(
  ctx: Ctx,
  tokenKey: Buffer,
  people: People,
  { request, invitedBy }: Readonly<{ request: RequestRow; invitedBy: string }>,
): Promise<void> {
  const { person, after } = request.content;
  const { state, reason, ...terms } = after;
  if (request.membershipId === null || request.version === null) {
    const invitee = { name: person.name, email: person.email, ...(person.phone && { phone: person.phone }), ...terms };
    const rights = await checkInvitee(ctx, people, invitee);
    await invitePerson(ctx, tokenKey, people, { invitee, rights, invitedBy });
    return;
  }
  const change = { ...terms, state, ...(reason && { reason }) };
  const update = { id: request.membershipId, version: request.version, change };
  await updatePerson(ctx, people, await checkUpdate(ctx, people, update));
}

const maxRequestsPerRun = 100;
type Due = Readonly<{ id: string; customerId: string }>;

/**
 * Carries out what two members of staff agreed on once owners had a day to refuse, and ends what nobody decided. What is
 * not possible any more becomes void, and nothing of it is done.
 */
export const accessRequests = (tokenKey: Buffer): Job =>
  defineJob({
    name: 'apply-access-requests',
    everySeconds: 5,
    run: async ({ transaction }) => {
      await transaction(({ tx }) =>
        sql`update access_request.request set state = 'expired', decided_at = now()
          where state in ('waiting', 'scheduled') and expires_at <= now()`.execute(tx),
      );
      const { rows } = await transaction(({ tx }) =>
        sql<Due>`select id, customer_id from access_request.request
          where state = 'scheduled' and takes_effect_at <= now() order by takes_effect_at limit ${maxRequestsPerRun}`.execute(
          tx,
        ),
      );
      for (const due of rows) await applyOne(transaction, tokenKey, due);
    },
  });

async function applyOne(transaction: JobRun['transaction'], tokenKey: Buffer, due: Due): Promise<void> {
  try {
    await transaction((ctx) => apply(ctx, tokenKey, due));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await transaction(async (ctx) => {
      if (await lockDue(ctx, due)) await endRequest(ctx, due.id, 'void', { by: null, note: error.code });
    });
  }
}

/** Members first, like every decision of an owner, so that the two never wait for each other. */
async function apply(ctx: Ctx, tokenKey: Buffer, due: Due): Promise<void> {
  const people = await lockPeopleForStaff(ctx, due.customerId);
  const request = await lockDue(ctx, due);
  if (!request) return;
  const invitedBy = await findOwnerId(ctx.tx, due.customerId);
  await carryOutRequest(ctx, tokenKey, people, { request, invitedBy });
  await endRequest(ctx, due.id, 'applied', { by: null });
}

async function lockDue({ tx, now }: Ctx, { id }: Due): Promise<RequestRow | undefined> {
  const request = await lockRequest(tx, id);
  return request?.state === 'scheduled' && request.takesEffectAt && request.takesEffectAt <= now ? request : undefined;
}
