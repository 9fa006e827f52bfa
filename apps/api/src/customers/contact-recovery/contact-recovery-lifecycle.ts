import type { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import { message } from '@larkmere/messages/message';
import type { Updateable } from 'kysely';
import type { ContactRecoveryRequest } from '../../platform/db/schema.gen.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { erasePeople, lockOpenOfPeople, type RecoveryRow } from './contact-recovery.sql.ts';

/** Described for the person whose contact details these are, who may not be the one who asked. */
export const contactRecoveryLifecycle = defineLifecycle({
  table: 'contact_recovery.request',
  history: { table: 'contact_recovery.transition', key: 'requestId', copies: [] },
  action: 'contact_recovery',
  entity: 'contact_recovery',
  audited: ({ userId: person }) => ({ person }),
})<ContactRecoveryState, RecoveryRow>({
  transitions: {
    prepared: { approved: 'staff', refused: 'staff', withdrawn: 'staff', stopped: 'customer', lapsed: 'system' },
    approved: { confirming: 'system', withdrawn: 'staff', stopped: 'customer', lapsed: 'system' },
    confirming: { confirmed: 'customer', withdrawn: 'staff', stopped: 'customer', lapsed: 'system' },
    confirmed: {},
    refused: {},
    withdrawn: {},
    stopped: {},
    lapsed: {},
  },
  deadline: ({ deadlineAt }) => deadlineAt,
  waiting: {
    prepared: {
      owner: 'us',
      reason: message('contact_recovery_prepared'),
      nextStep: message('contact_recovery_prepared_next'),
    },
    approved: {
      owner: 'us',
      reason: message('contact_recovery_approved'),
      nextStep: message('contact_recovery_approved_next'),
    },
    confirming: {
      owner: 'you',
      reason: message('contact_recovery_confirming'),
      nextStep: message('contact_recovery_confirming_next'),
    },
  },
});

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

export const lapse = (ctx: Ctx, row: RecoveryRow, because: string): Promise<RecoveryRow> =>
  changeRecoveryState(ctx, row, { state: 'lapsed', endedAt: ctx.now }, { because });

/** An open one ends. Which staff decided what stays. */
export const eraseRecoveries: TransactionalHandler<Erasure> = async (ctx, { payload: { people } }) => {
  if (people.length === 0) return;
  for (const row of await lockOpenOfPeople(ctx.tx, people)) await lapse(ctx, row, 'the person is erased');
  await erasePeople(ctx.tx, people);
};
