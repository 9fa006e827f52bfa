import type { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import type { Updateable } from 'kysely';
import type { ContactRecoveryRequest } from '../../platform/db/schema.gen.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { RecoveryRow } from './contact-recovery.sql.ts';
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

/** The person is told of every step by each channel, and so are the owners of the businesses that they work for. */
export const contactRecoveryChanged = defineEvent<ContactRecoveryChanged>('contact_recovery.changed');
export type ContactRecoveryChanged = Readonly<{
  requestId: string;
  userId: string;
  step: ContactRecoveryState;
  at: string;
  /** Of the step: when it lapses or, once approved, takes effect. */
  deadlineAt: string;
}>;

/** The link and the code that confirm. The address of another person gets a notice instead of the link. */
export const contactRecoverySent = defineEvent<ContactRecoverySent>('contact_recovery.sent');
type ContactRecoverySent = Readonly<{
  requestId: string;
  userId: string;
  isTaken: boolean;
  expiresAt: string;
}>;
