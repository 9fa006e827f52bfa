import { createHash } from 'node:crypto';
import type { AccessRequestView, AccessTerms } from '@larkmere/contract/customers/access-request';
import { accessKeys } from '@larkmere/contract/platform/access';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffCtx } from '../../platform/requests/verb.ts';
import { hoursAfter } from '../../platform/time/time-after.ts';
import { recordOf } from '../../platform/values/values.ts';
import {
  hasOpenRequest,
  insertRequest,
  lockRequest,
  type RequestContent,
  type RequestRow,
  updateRequest,
} from './access-request.sql.ts';

const openDays = 14;
const waitHours = 24;

type Prepared = Readonly<{
  customerId: string;
  /** Null: a new person is invited. */
  membership: Readonly<{ id: string; version: number }> | null;
  content: RequestContent;
  reason: string;
}>;

/** With the members of the customer locked. Refuses with `invalid_transition` if another one waits for this person. */
export async function prepareRequest(
  ctx: StaffCtx,
  { customerId, membership, content, reason }: Prepared,
): Promise<RequestRow> {
  const id = v7();
  const { email } = content.person;
  const membershipId = membership?.id ?? null;
  if (await hasOpenRequest(ctx.tx, { customerId, membershipId, email }))
    throw new Refusal('invalid_transition', { reason: message('access_request_waiting') });
  const covered = { id, customerId, membership, content };
  const row = await insertRequest(ctx.tx, {
    id,
    customerId,
    membershipId,
    version: membership?.version ?? null,
    content: JSON.stringify(content),
    email,
    digest: createHash('sha256').update(JSON.stringify(covered)).digest('hex'),
    reason,
    preparedBy: ctx.actor.staffId,
    expiresAt: hoursAfter(ctx.now, openDays * 24),
  });
  await audit(ctx, 'access_request.prepared', entityOf(row), { ...content.after, email, reason });
  await notifyOwners(ctx, row, 'prepared');
  return row;
}

type Second = Readonly<{ uid: string; digest: string; note: string }>;

/**
 * By a second person, who answers for it that no owner can be reached. Refuses with `not_found`, `invalid_transition`
 * and `approver_conflict`.
 */
export async function agreeToRequest(ctx: StaffCtx, { uid, digest, note }: Second): Promise<RequestRow> {
  const { tx, actor, now } = ctx;
  const request = await lockOpenRequest(ctx, uid);
  if (request.state !== 'waiting' || request.digest !== digest) throw new Refusal('invalid_transition');
  if (request.preparedBy === actor.staffId) throw new Refusal('approver_conflict');
  const agreed = await updateRequest(tx, uid, {
    state: 'scheduled',
    agreedBy: actor.staffId,
    agreedAt: now,
    agreedReason: note,
    takesEffectAt: hoursAfter(now, waitHours),
    expiresAt: hoursAfter(now, openDays * 24),
  });
  await audit(ctx, 'access_request.agreed', entityOf(agreed), { reason: note, preparedBy: request.preparedBy });
  await notifyOwners(ctx, agreed, 'scheduled');
  return agreed;
}

export async function withdrawRequest(ctx: StaffCtx, uid: string, note: string): Promise<RequestRow> {
  await lockOpenRequest(ctx, uid);
  return endRequest(ctx, uid, 'withdrawn', { by: ctx.actor.staffId, note });
}

/** Decisions about one request follow each other. Refuses with `not_found` and `invalid_transition`. */
export async function lockOpenRequest({ tx, now }: Ctx, uid: string, customerId?: string): Promise<RequestRow> {
  const request = await lockRequest(tx, uid);
  if (!request || (customerId !== undefined && request.customerId !== customerId)) throw new Refusal('not_found');
  if (!['waiting', 'scheduled'].includes(request.state) || request.expiresAt <= now)
    throw new Refusal('invalid_transition');
  return request;
}

type End = Readonly<{ by: string | null; note?: string }>;

export async function endRequest(
  ctx: Ctx,
  uid: string,
  state: Exclude<AccessRequestChanged['step'], 'prepared' | 'scheduled'>,
  { by, note }: End,
): Promise<RequestRow> {
  const ended = await updateRequest(ctx.tx, uid, { state, decidedBy: by, decidedAt: ctx.now });
  await audit(ctx, `access_request.${state}`, entityOf(ended), note === undefined ? {} : { reason: note });
  await notifyOwners(ctx, ended, state);
  return ended;
}

const entityOf = ({ id, membershipId, customerId }: RequestRow): string =>
  membershipId === null ? `customer:${customerId}:access_request:${id}` : `membership:${membershipId}`;

const notifyOwners = (ctx: Ctx, row: RequestRow, step: AccessRequestChanged['step']): Promise<void> =>
  emit(ctx, accessRequestChanged, {
    customerId: row.customerId,
    requestId: row.id,
    name: row.content.person.name,
    step,
    takesEffectAt: row.takesEffectAt?.toISOString() ?? null,
  });

/** Owners get a notice of every step by each channel, because every request adds rights. */
export const accessRequestChanged = defineEvent<AccessRequestChanged>('access_request.changed');
export type AccessRequestChanged = Readonly<{
  customerId: string;
  requestId: string;
  name: string;
  step: 'prepared' | 'scheduled' | 'approved' | 'applied' | 'refused' | 'withdrawn' | 'void';
  takesEffectAt: string | null;
}>;

export const viewAccessRequest = (row: RequestRow): Omit<AccessRequestView, 'canDecide'> => ({
  uid: row.id,
  userUid: row.membershipId,
  ...row.content.person,
  before: row.content.before && viewTerms(row.content.before),
  after: viewTerms(row.content.after),
  digest: row.digest,
  state: row.state,
  reason: row.reason,
  preparedAt: row.preparedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  takesEffectAt: row.takesEffectAt?.toISOString() ?? null,
});

const viewTerms = ({ access, ...terms }: NonNullable<RequestContent['before']>): AccessTerms => ({
  ...terms,
  accessRole: recordOf(accessKeys, (key) => access.includes(key)),
});
