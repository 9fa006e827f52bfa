import type { KycItemState } from '@larkmere/contract/customers/kyc';
import type { KycRequestReason } from '@larkmere/contract/customers/kyc-event';
import { decideIdentityDocument } from '../../checks/document/document.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type EvaluatedItem, isOpen } from './evaluate-items.ts';
import { type ApplicationRow, replaceItemDocuments, submitItemDocuments, updateItem, updatePerson } from './kyc.sql.ts';
import { kycItemRefused, reasonText } from './kyc.ts';

export const itemLifecycle = defineLifecycle({
  table: 'kyc.item',
  history: { table: 'kyc.item_transition', key: 'itemId', copies: ['reason'] },
  action: 'kyc_item',
  entity: 'kyc-item',
  audited: ({ applicationId: application, key, reason }) => ({ application, key, ...(reason && { reason }) }),
})<KycItemState>({
  transitions: {
    not_provided: { in_review: ['customer', 'system'], rejected: ['vendor', 'staff'] },
    in_review: { verified: ['vendor', 'staff'], rejected: ['vendor', 'staff'] },
    verified: { not_provided: 'system', rejected: ['vendor', 'staff'] },
    rejected: { in_review: ['customer', 'system'], verified: 'staff' },
  },
  waiting: {},
});

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
  reason: KycRequestReason;
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
  (row.state === 'rejected' ? row.reason : null) ?? 'still_needed';

/** Moves the open items into review by the vendor or by staff. Their documents can no longer be removed. */
export async function submitItems(ctx: Ctx, items: readonly EvaluatedItem[]): Promise<void> {
  const open = items.filter(({ row }) => isOpen(row));
  for (const { row } of open)
    await changeState(ctx, itemLifecycle, row, { state: 'in_review', reason: null, dueBy: null });
  await submitItemDocuments(
    ctx.tx,
    open.map(({ row }) => row.id),
  );
}
