import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { CallOutcome } from './api-log.ts';
import { ChangeReason } from './role.ts';

export const breakerServices = [
  'payment.gbp',
  'payment.eur',
  'payment.thb',
  'payment.swift',
  'payment.fedwire',
  'payment.local',
  'pis',
  'wallet.topup',
] as const;
export const BreakerService = z.enum(breakerServices).meta({ id: 'BreakerService' });
export type BreakerService = z.infer<typeof BreakerService>;

/** auto: it opens and closes by itself. forced_off, forced_on: by staff, whatever the calls do. */
export const BreakerMode = z.enum(['auto', 'forced_off', 'forced_on']);

/** closed: working. open: stopped. half_open: a few trial calls go. */
export const BreakerState = z.enum(['closed', 'open', 'half_open']);

/** Of at least `minCalls` in the window this share must fail; a call above `slowCallMs` counts as failed. */
export const BreakerFigures = z
  .strictObject({
    failureRatePct: z.int().min(1).max(100),
    minCalls: z.int().min(1).max(10_000),
    windowSec: z.int().min(10).max(600),
    coolOffSec: z.int().min(1).max(3600),
    trialCalls: z.int().min(1).max(100),
    slowCallMs: z.int().min(100).max(60_000),
  })
  .meta({ id: 'BreakerFigures' });
export type BreakerFigures = z.infer<typeof BreakerFigures>;

const PaymentSum = z.object({ count: z.int(), value: z.array(MoneyView) });

export const BreakerView = z
  .object({
    service: BreakerService,
    /** As it is typed to turn the service off. */
    name: z.string(),
    partner: z.string(),
    mode: BreakerMode,
    state: BreakerState,
    figures: BreakerFigures,
    /** In percent, of the calls of all processes in the window; null without calls. */
    failureRate: z.number().nullable(),
    callsInWindow: z.int(),
    /** The last hour by minute, the oldest first; minutes without calls are missing. */
    minutes: z.array(z.object({ at: Moment, calls: z.int(), failed: z.int() })),
    openedAt: Moment.nullable(),
    retryAt: Moment.nullable(),
    cause: z.string().nullable(),
    customerMessage: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: Moment,
    /** Not sent because the service is stopped. */
    waiting: PaymentSum,
    /** Sent, and without a final answer of the partner. */
    inFlight: PaymentSum,
  })
  .meta({ id: 'Breaker' });
export type BreakerView = z.infer<typeof BreakerView>;

/** To turn a service on again, with the test call that was made for it. */
export const BreakerRequest = z
  .object({
    uid: Uid,
    service: BreakerService,
    mode: BreakerMode.exclude(['forced_off']),
    reason: z.string(),
    state: z.enum(['waiting', 'approved', 'refused']),
    test: z.object({ outcome: CallOutcome, status: z.int().nullable(), latencyMs: z.int() }),
    requestedBy: z.string(),
    /** The reader made it, and so may not agree to it. */
    isOwn: z.boolean(),
    requestedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'BreakerRequest' });
export type BreakerRequest = z.infer<typeof BreakerRequest>;

export const FiguresChange = z
  .object({
    uid: Uid,
    service: BreakerService,
    changes: z.array(
      z.object({ figure: BreakerFigures.keyof(), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    reason: z.string(),
    proposedBy: z.string(),
    isOwn: z.boolean(),
    proposedAt: Moment,
  })
  .meta({ id: 'BreakerFiguresChange' });
export type FiguresChange = z.infer<typeof FiguresChange>;

export const ServiceBreakers = z.object({
  list: z.array(BreakerView),
  /** Those that wait, then the last decided ones. */
  requests: z.array(BreakerRequest),
  /** Proposed figures that wait for a second person. */
  changes: z.array(FiguresChange),
});
export type ServiceBreakers = z.infer<typeof ServiceBreakers>;

const path = '/v1/manage/setting/service-breaker';

export const list = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  background: true,
  about:
    'The breaker of each service whose calls go to a partner: what it does and why, its figures, its calls of the last hour, and payments that wait.',
  input: EmptyInput,
  reply: ServiceBreakers,
  refusals: ['access_denied'],
});

export const change = endpoint({
  method: 'POST',
  path,
  access: 'staff',
  about:
    'Forces a service off at once, by one person, with its name typed and a message for customers. Turning it on again makes a test call to the partner and waits for a second person, and so do other figures. A drill of forcing off changes nothing and is only recorded.',
  input: z.strictObject({
    service: BreakerService,
    /** Either this or `figures`. */
    mode: BreakerMode.optional(),
    figures: BreakerFigures.optional(),
    /** To force off: the name of the service. */
    typedName: z.string().max(60).optional(),
    /** To force off: what customers read in place of the form. */
    customerMessage: freeText().min(3).max(300).optional(),
    reason: ChangeReason,
    drill: z.boolean().default(false),
    idempotency: Idempotency,
  }),
  reply: ServiceBreakers,
  refusals: ['rule_unsatisfiable', 'access_denied', 'validation_failed', 'invalid_transition', 'not_found'],
});

const decisionRefusals = [
  'access_denied',
  'not_found',
  'invalid_transition',
  'approver_conflict',
  'validation_failed',
] as const;

export const approve = endpoint({
  method: 'POST',
  path: `${path}/{uid}/approve`,
  access: 'staff',
  about: 'Turns the service on, or puts the figures in force, that a colleague asked for.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: ServiceBreakers,
  refusals: decisionRefusals,
});

export const refuse = endpoint({
  method: 'POST',
  path: `${path}/{uid}/refuse`,
  access: 'staff',
  about: 'Refuses what a colleague asked for. Nothing changes.',
  input: z.strictObject({ uid: Uid, note: ChangeReason, idempotency: Idempotency }),
  reply: ServiceBreakers,
  refusals: decisionRefusals,
});
