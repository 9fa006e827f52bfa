import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, EmptyInput, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { StaffArea, StaffLevel, StaffRole } from './staff.ts';

export const ChangeReason = freeText().min(10).max(500);

const RoleChangeView = z
  .object({
    uid: Uid,
    state: z.enum(['draft', 'proposed', 'withdrawn', 'rejected', 'scheduled', 'live', 'retired', 'rolled_back']),
    /** `area` is `deal_limit` or `release_limit` for the limit of a role; `from` is null where nothing was set. */
    changes: z.array(
      z.object({ role: StaffRole, area: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    reason: z.string(),
    proposedBy: z.string(),
    isOwn: z.boolean(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'RoleChange' });
export type RoleChangeView = z.infer<typeof RoleChangeView>;

export const RoleDocument = z
  .object({
    /** Number of changes that took effect, and the last of them. */
    version: z.int(),
    roles: z.array(
      z.object({
        key: StaffRole,
        permissions: z.partialRecord(StaffArea, StaffLevel),
        /** Null: the role deals nothing without a second person, and releases nothing. */
        limits: z.object({ dealMaxGBP: z.string().nullable(), releaseMaxGBP: z.string().nullable() }),
        people: z.int(),
      }),
    ),
    pairs: z.array(
      z.object({
        action: z.string(),
        makerRoles: z.array(StaffRole),
        checkerRoles: z.array(StaffRole),
        /** Two people only above these amounts; empty: always. */
        threshold: z.array(MoneyView),
      }),
    ),
    changes: z.array(RoleChangeView),
  })
  .meta({ id: 'StaffRoles' });
export type RoleDocument = z.infer<typeof RoleDocument>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/role',
  access: 'staff',
  about: 'What each role may do in each area, its limits, what takes two people, and the changes, latest first.',
  input: EmptyInput,
  reply: RoleDocument,
  refusals: ['access_denied'],
});

export const propose = endpoint({
  method: 'POST',
  path: '/v1/manage/role',
  access: 'staff',
  about:
    'Proposes other permissions or limits of roles. Somebody else with the right to approve puts them in force. Not for the role that the proposer has.',
  input: z.strictObject({
    permissions: z
      .array(z.strictObject({ role: StaffRole, area: StaffArea, level: StaffLevel }))
      .max(300)
      .default([]),
    /** Up to this amount a quote of a dealer needs no second dealer. */
    dealMaxGBP: AmountText.optional(),
    /** Up to this amount people of the role release a held payment. */
    releaseMaxGBP: z
      .array(z.strictObject({ role: StaffRole, amount: AmountText }))
      .max(StaffRole.options.length)
      .default([]),
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: RoleDocument,
  refusals: ['access_denied', 'validation_failed', 'rule_unsatisfiable'],
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/role/{uid}/approve',
  access: 'staff',
  about: 'Puts a proposed change of roles in force at once, also for those who are logged in.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: RoleDocument,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict', 'rule_unsatisfiable'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/role/{uid}/refuse',
  access: 'staff',
  about: 'Refuses a proposed change of roles. Nothing changes.',
  input: z.strictObject({ uid: Uid, note: ChangeReason, idempotency: Idempotency }),
  reply: RoleDocument,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'],
});
