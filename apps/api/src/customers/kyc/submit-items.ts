import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type EvaluatedItem, isOpen } from './evaluate-items.ts';
import { submitItemDocuments } from './kyc.sql.ts';
import { itemLifecycle } from './kyc-lifecycle.ts';

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
