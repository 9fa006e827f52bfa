import type { KycItemReason } from '@larkmere/contract/customers/kyc-event';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { EvaluatedItem } from './evaluate-items.ts';
import { reasonText } from './item-texts.ts';
import { type ApplicationRow, replaceItemDocuments, updateItem } from './kyc.sql.ts';
import { kycItemRefused } from './kyc.ts';
import { itemLifecycle } from './kyc-lifecycle.ts';
import { updatePerson } from './person.sql.ts';

export async function verifyItem(
  ctx: Ctx,
  { row, documents }: EvaluatedItem,
  note: string | null = null,
): Promise<void> {
  await changeState(ctx, itemLifecycle, row, {
    state: 'verified',
    reason: null,
    dueBy: null,
    decidedAt: ctx.now,
    note: note ?? row.note,
  });
  for (const { document, isSubmitted } of documents)
    if (isSubmitted) await decideIdentityDocument(ctx, document.id, { state: 'accepted' });
}

export type ItemRefusal = Readonly<{
  item: EvaluatedItem;
  reason: KycItemReason | 'still_needed';
  dueBy: Date | null;
  note?: string | null;
}>;

/**
 * Refused documents are deleted and no longer count. A person of a firm can be sent a new link at once. The customer
 * is told as soon as there is a due date.
 */
export async function refuseItem(
  ctx: Ctx,
  application: ApplicationRow,
  { item: { row, documents }, reason, dueBy, note = null }: ItemRefusal,
): Promise<void> {
  const refusal = { reason, dueBy, note: note ?? row.note };
  if (row.state === 'rejected') await updateItem(ctx.tx, row.id, refusal);
  else {
    await changeState(ctx, itemLifecycle, row, { ...refusal, state: 'rejected', decidedAt: ctx.now });
    for (const { document } of documents)
      await decideIdentityDocument(ctx, document.id, { state: 'refused', reason: reasonText(reason) });
    await replaceItemDocuments(ctx.tx, row.id);
  }
  if (row.personId !== null) await updatePerson(ctx.tx, row.personId, { providedAt: null, invitedAt: null });
  if (dueBy === null) return;
  await emit(ctx, kycItemRefused, {
    applicationId: application.id,
    customerId: application.customerId,
    level: row.personId === null ? application.level : 'person',
    itemKey: row.key,
    reason,
    dueBy: dueBy.toISOString(),
  });
}

/** Why an item is asked for again: the reason it was refused for, if there is one. */
export const earlierReason = ({ row }: EvaluatedItem): ItemRefusal['reason'] =>
  (row.state === 'rejected' ? (row.reason as ItemRefusal['reason'] | null) : null) ?? 'still_needed';
