import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { eventAudiences, eventKinds, eventModes, matrixModes } from '../reference/service-events.ts';
import { serviceKeys } from '../reference/service-keys.ts';

const ServiceKey = z.enum(serviceKeys).meta({ id: 'ServiceKey' });
const MatrixMode = z.enum(matrixModes);

/** What holds for a kind of customer now, and which of breaker, event and matrix decided it. */
const Decision = z.object({
  isOn: z.boolean(),
  decidedBy: z.enum(['breaker', 'event', 'matrix']),
  message: z.string().nullable(),
  until: Moment.nullable(),
});

export const ServiceState = z
  .object({
    service: ServiceKey,
    plus: Decision,
    wallet: Decision,
    /** The defaults, without events and breakers. */
    matrix: z.object({ plus: MatrixMode, wallet: MatrixMode }),
  })
  .meta({ id: 'ServiceState' });
export type ServiceState = z.infer<typeof ServiceState>;

export const ServiceEvent = z
  .object({
    uid: Uid,
    services: z.array(ServiceKey),
    kind: z.enum(eventKinds),
    mode: z.enum(eventModes),
    audience: z.enum(eventAudiences),
    /** Member codes, for an audience of single customers. */
    customers: z.array(z.string()),
    startsAt: Moment,
    endsAt: Moment.nullable(),
    message: z.object({ en: z.string(), th: z.string().nullable() }),
    reason: z.string(),
    state: z.enum(['proposed', 'scheduled', 'active', 'ended', 'cancelled', 'refused']),
    createdBy: z.string(),
    approvedBy: z.string().nullable(),
    /** A person asks to turn the services on again; another one agrees. */
    endRequestedBy: z.string().nullable(),
    endedBy: z.string().nullable(),
    note: z.string().nullable(),
    /** The reader may agree to what waits: somebody else proposed it. */
    mayDecide: z.boolean(),
  })
  .meta({ id: 'ServiceEvent' });
export type ServiceEvent = z.infer<typeof ServiceEvent>;

const MatrixRow = z.strictObject({ service: ServiceKey, plus: MatrixMode, wallet: MatrixMode });
export type MatrixRow = z.infer<typeof MatrixRow>;

export const MatrixChange = z
  .object({
    uid: Uid,
    rows: z.array(MatrixRow),
    rowsBefore: z.array(MatrixRow),
    reason: z.string(),
    state: z.enum(['proposed', 'applied', 'refused']),
    proposedBy: z.string(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    note: z.string().nullable(),
    mayDecide: z.boolean(),
  })
  .meta({ id: 'MatrixChange' });
export type MatrixChange = z.infer<typeof MatrixChange>;

export const ServiceControl = z.object({
  services: z.array(ServiceState),
  events: z.array(ServiceEvent),
  changes: z.array(MatrixChange),
  /** Customers whom an event for everyone, for Plus or for wallets touches. */
  customers: z.object({ plus: z.int(), wallet: z.int() }),
});
export type ServiceControl = z.infer<typeof ServiceControl>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/scs',
  access: 'staff',
  background: true,
  about: 'What each service does now and why, events of the last 30 days and to come, and changes of the defaults.',
  input: EmptyInput,
  reply: ServiceControl,
  refusals: ['access_denied'],
});

const message = freeText().min(3).max(300);
const times = { startsAt: Moment.optional(), endsAt: Moment.nullable().default(null) } as const;

export const create = endpoint({
  method: 'POST',
  path: '/v1/manage/scs',
  access: 'staff',
  about:
    'Plans an event, or turns services off at once: that takes one person, who types the name of the first service. A later event that restricts waits for a second person. A drill changes nothing and is only recorded.',
  input: z.strictObject({
    services: z.array(ServiceKey).min(1).max(serviceKeys.length),
    kind: z.enum(eventKinds),
    mode: z.enum(eventModes),
    audience: z.enum(eventAudiences).default('all'),
    customers: z.array(freeText().max(20)).max(200).default([]),
    /** Without it: at once. */
    ...times,
    message: z.strictObject({ en: message, th: message.nullable().default(null) }),
    reason: freeText().min(10).max(500),
    /** The name of the first service, for what restricts at once. */
    confirmation: freeText().max(60).optional(),
    drill: z.boolean().default(false),
    idempotency: Idempotency,
  }),
  reply: z.object({ event: ServiceEvent.nullable(), affected: z.int() }),
  refusals: ['access_denied', 'validation_failed'],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/scs/{id}',
  access: 'staff',
  about: 'One event.',
  input: z.strictObject({ id: Uid }),
  reply: ServiceEvent,
  refusals: ['access_denied', 'not_found'],
});

const eventRefusals = ['access_denied', 'not_found', 'invalid_transition', 'validation_failed'] as const;

export const change = endpoint({
  method: 'PUT',
  path: '/v1/manage/scs/{id}',
  access: 'staff',
  about:
    'Changes times and texts of an event that has not begun; one that restricts then needs a second person again. Without them, ends an event that has begun: to end what restricts, a second person must agree.',
  input: z.strictObject({
    id: Uid,
    ...times,
    message: z.strictObject({ en: message, th: message.nullable().default(null) }).optional(),
    idempotency: Idempotency,
  }),
  reply: ServiceEvent,
  refusals: eventRefusals,
});

export const cancel = endpoint({
  method: 'DELETE',
  path: '/v1/manage/scs/{id}',
  access: 'staff',
  about: 'Calls off an event that has not begun.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: ServiceEvent,
  refusals: eventRefusals,
});

const decisionRefusals = [...eventRefusals, 'approver_conflict'] as const;

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/scs/{id}/approve',
  access: 'staff',
  about: 'Agrees to an event, or to the end of one, that somebody else proposed.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: ServiceEvent,
  refusals: decisionRefusals,
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/scs/{id}/refuse',
  access: 'staff',
  about: 'Refuses an event, or the end of one, that somebody else proposed.',
  input: z.strictObject({ id: Uid, note: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: ServiceEvent,
  refusals: decisionRefusals,
});

export const changeMatrix = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/setting-services-control',
  access: 'staff',
  about:
    'Changes the defaults of services for Plus and wallet customers. What only turns off applies at once; what turns anything on waits for a second person.',
  input: z.strictObject({
    rows: z.array(MatrixRow).min(1).max(serviceKeys.length),
    reason: freeText().min(10).max(500),
    idempotency: Idempotency,
  }),
  reply: MatrixChange,
  refusals: ['rule_unsatisfiable', 'access_denied', 'validation_failed'],
});

export const approveMatrix = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/setting-services-control/{uid}/approve',
  access: 'staff',
  about: 'Applies a change of the defaults that somebody else proposed.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: MatrixChange,
  refusals: decisionRefusals,
});

export const refuseMatrix = endpoint({
  method: 'POST',
  path: '/v1/manage/setting/setting-services-control/{uid}/refuse',
  access: 'staff',
  about: 'Refuses a change of the defaults that somebody else proposed.',
  input: z.strictObject({ uid: Uid, note: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: MatrixChange,
  refusals: decisionRefusals,
});
