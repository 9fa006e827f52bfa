import type { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import type { Updateable } from 'kysely';
import type { ContactRecoveryRequest } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { RecoveryRow } from './contact-recovery.sql.ts';
import { contactRecoveryChanged } from './contact-recovery-events.ts';
import { contactRecoveryLifecycle } from './contact-recovery-lifecycle.ts';

type Change = Updateable<ContactRecoveryRequest> & Readonly<{ state: ContactRecoveryState }>;

/** Of a locked row. Refuses with `invalid_transition`. */
export async function changeRecoveryState(
  ctx: Ctx,
  row: RecoveryRow,
  change: Change,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<RecoveryRow> {
  const moved = await changeState(ctx, contactRecoveryLifecycle, row, change, detail);
  await publishRecovery(ctx, moved);
  return moved;
}

export const publishRecovery = (ctx: Ctx, row: RecoveryRow): Promise<void> =>
  emit(ctx, contactRecoveryChanged, {
    requestId: row.id,
    userId: row.userId,
    step: row.state,
    at: ctx.now.toISOString(),
    deadlineAt: row.deadlineAt.toISOString(),
  });
