import type { FactorResetState } from '@larkmere/contract/customers/factor-reset';
import { defaultText } from '@larkmere/messages/format-message';
import type { Updateable } from 'kysely';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import type { FactorResetRequest } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findLatestLink, lockOpenRequest, selectPictures } from './factor-reset.sql.ts';
import { factorResetChanged } from './factor-reset-events.ts';
import { factorResetLifecycle, type ResetRow } from './factor-reset-lifecycle.ts';

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
