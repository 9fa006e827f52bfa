import { sql } from 'kysely';
import { defineJob, type Job, type JobRun } from '../../platform/jobs/job.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findOwnerId } from '../customer/customer.ts';
import { lockPeopleForStaff } from '../user/user.ts';
import { lockRequest, type RequestRow } from './access-request.sql.ts';
import { carryOutRequest } from './carry-out-request.ts';
import { endRequest } from './prepare-request.ts';

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
