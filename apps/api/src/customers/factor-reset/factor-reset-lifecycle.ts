import { createHmac, hkdfSync } from 'node:crypto';
import type { FactorResetRefusal, FactorResetState } from '@larkmere/contract/customers/factor-reset';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { Updateable } from 'kysely';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import type { FactorResetRequest } from '../../platform/db/schema.gen.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findLatestLink, lockOpenRequest, type ResetRow, selectPictures } from './factor-reset.sql.ts';

export const factorResetLifecycle = defineLifecycle({
  table: 'factor_reset.request',
  history: { table: 'factor_reset.transition', key: 'requestId', copies: [] },
  action: 'factor_reset',
  entity: 'factor-reset',
  audited: ({ userId: person, customerId: customer, refusalReason, cancelledBy }) => ({
    person,
    customer,
    ...(refusalReason && { reason: refusalReason }),
    ...(cancelledBy && { by: cancelledBy }),
  }),
})<FactorResetState, ResetRow>({
  transitions: {
    requested: { submitted: 'customer', refused: 'staff', cancelled: ['customer', 'system'], expired: 'system' },
    submitted: { approved: 'staff', refused: 'staff', cancelled: ['customer', 'system'], expired: 'system' },
    approved: { applied: 'system', refused: 'staff', cancelled: ['customer', 'system'] },
    applied: {},
    refused: {},
    cancelled: {},
    expired: {},
  },
  waiting: {
    requested: {
      owner: 'you',
      reason: message('factor_reset_requested'),
      nextStep: message('factor_reset_requested_next'),
      deadline: ({ expiresAt }) => expiresAt,
    },
    submitted: {
      owner: 'us',
      reason: message('factor_reset_submitted'),
      nextStep: message('factor_reset_submitted_next'),
      deadline: ({ expiresAt }) => expiresAt,
    },
    approved: {
      owner: 'us',
      reason: message('factor_reset_approved'),
      nextStep: message('factor_reset_approved_next'),
      deadline: ({ appliesAt }) => appliesAt,
    },
  },
});

type ResetChange = Updateable<FactorResetRequest> & Readonly<{ state: FactorResetState }>;

/** Moves a locked request and tells the person. */
export async function changeResetState(ctx: Ctx, request: ResetRow, change: ResetChange): Promise<ResetRow> {
  const moved = await changeState(ctx, factorResetLifecycle, request, change);
  await emitState(ctx, moved);
  return moved;
}

export async function emitState(ctx: Ctx, request: ResetRow, linkId?: string): Promise<void> {
  await emit(ctx, factorResetChanged, {
    requestId: request.id,
    userId: request.userId,
    linkId: linkId ?? (await findLatestLink(ctx.tx, request.id)),
    state: request.state,
    refusalReason: request.refusalReason,
    expiresAt: request.expiresAt.toISOString(),
    appliesAt: request.appliesAt?.toISOString() ?? null,
  });
}

/** Without effect: the pictures are deleted. */
export async function endReset(
  ctx: Ctx,
  request: ResetRow,
  change: ResetChange & Readonly<{ state: 'refused' | 'cancelled' | 'expired' }>,
): Promise<ResetRow> {
  for (const { documentId } of await selectPictures(ctx.tx, [request.id])) await discardPicture(ctx, documentId);
  return changeResetState(ctx, request, { ...change, endedAt: ctx.now });
}

export const discardPicture = (ctx: Ctx, documentId: string): Promise<void> =>
  decideIdentityDocument(ctx, documentId, { state: 'refused', reason: defaultText('kyc_document_removed') });

/** Using a second factor shows that it is not lost, or that somebody else made the request. */
export async function cancelAfterFactorUse(ctx: Ctx, userId: string): Promise<void> {
  const request = await lockOpenRequest(ctx.tx, userId);
  if (request) await endReset(ctx, request, { state: 'cancelled', cancelledBy: 'factor' });
}

/** The person gets a notice of every step by each channel that they have, with the way to stop it. */
export const factorResetChanged = defineEvent<FactorResetChanged>('factor_reset.changed');
export type FactorResetChanged = Readonly<{
  requestId: string;
  userId: string;
  /** The link that the e-mail shows. */
  linkId: string;
  state: FactorResetState;
  refusalReason: FactorResetRefusal | null;
  /** Until when the link works. */
  expiresAt: string;
  appliesAt: string | null;
}>;

/** The step by which the texts of the notices differ. */
export const factorResetStep = ({ state, refusalReason }: FactorResetChanged): string =>
  refusalReason === null ? state : `refused_${refusalReason}`;

/** The code of a link. The outbox does not hold it, and the database its hash only: the e-mail derives it again. */
export const deriveFactorResetCode = (key: Buffer, linkId: string): string =>
  createHmac('sha256', key).update(linkId).digest('base64url');

export const deriveFactorResetKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links for a lost second factor', 32));

const selfieDigits = 4;

/** What the person writes on a paper for the selfie. It differs per request, so that no earlier picture does. */
export const selfieNumberOf = (requestId: string): string =>
  String(
    createHmac('sha256', 'larkmere selfie').update(requestId).digest().readUInt32BE(0) % 10 ** selfieDigits,
  ).padStart(selfieDigits, '0');
