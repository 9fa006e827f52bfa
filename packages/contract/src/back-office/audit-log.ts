import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** verified: the hash of the row fits the chain. altered: it does not. waiting: it is linked within seconds. */
export const ChainState = z.enum(['verified', 'altered', 'waiting']).meta({ id: 'ChainState' });

const RowId = z.string().regex(/^\d{1,18}$/);

export const AuditEntry = z
  .object({
    id: RowId,
    at: Moment,
    actorKind: z.enum(['customer', 'staff', 'system', 'rail', 'public']),
    actor: z.string().nullable(),
    /** The customer for whom the actor did it. */
    onBehalfOf: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    detail: z.unknown(),
    requestId: z.string(),
    ip: z.string().nullable(),
    chain: ChainState,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** Member code: what its people did, and what staff did about it. */
  customer: freeText().max(20).optional(),
  /** Username or name of a person, or the name of a job. */
  actor: freeText().max(100).optional(),
  /** The beginning of an action, such as `payment` or `customer.viewed`. */
  action: freeText().max(60).optional(),
  /** As the log names it, such as `payment:` and an id, or the reference of a payment. */
  entity: freeText().max(100).optional(),
} as const;

const days = z.int().min(1).max(400);

export const search = endpoint({
  method: 'POST',
  path: '/v1/manage/audit/search',
  access: 'staff',
  about:
    'The audit log by customer, actor, action, entity and time, the latest first. Each row is checked against the hash chain. Every search is recorded.',
  input: z.strictObject({
    ...filters,
    days: days.default(7),
    /** The last row of the page before. */
    after: RowId.optional(),
    idempotency: Idempotency.optional(),
  }),
  reply: z.object({
    list: z.array(AuditEntry),
    hasMore: z.boolean(),
    /** How far the chain has come, and when it last grew. */
    chain: z.object({ entries: z.string(), at: Moment }),
  }),
  refusals: ['access_denied', 'validation_failed'],
});

export const exportLog = endpoint({
  method: 'GET',
  path: '/v1/manage/audit/export',
  access: 'staff',
  about: 'The rows of a search as CSV, 10,000 at most. The reason and the number of rows are recorded.',
  input: z.strictObject({
    ...filters,
    days: z.coerce.number().pipe(days).default(7),
    reason: freeText().min(10).max(500),
  }),
  reply: z.file(),
  refusals: ['access_denied', 'validation_failed'],
});
