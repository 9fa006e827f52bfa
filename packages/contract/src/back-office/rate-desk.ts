import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';

const RateText = z.string().regex(/^\d{1,9}(\.\d{1,10})?$/);
const SourceName = z.string().min(1).max(60);

const RateOfSource = z.object({
  currency: CurrencyCode,
  /** What one euro buys, without margin. */
  rate: z.string(),
  source: z.string(),
  at: Moment,
  ageSeconds: z.int(),
  /** Too old to deal on. */
  isStale: z.boolean(),
});

const RateSource = z
  .object({
    name: z.string(),
    isOn: z.boolean(),
    answeredAt: Moment.nullable(),
    changedBy: z.string().nullable(),
    changedAt: Moment.nullable(),
    reason: z.string().nullable(),
    /** To turn it on again; somebody else decides. */
    request: z.object({ by: z.string(), isOwn: z.boolean(), at: Moment, reason: z.string() }).nullable(),
  })
  .meta({ id: 'RateSource' });
export type RateSource = z.infer<typeof RateSource>;

const ManualRate = z
  .object({
    uid: Uid,
    currency: CurrencyCode,
    /** What one euro buys. Every pair with the currency follows. */
    rate: z.string(),
    /** The last rate of a source when it was proposed. */
    lastKnown: z.string(),
    state: z.enum(['proposed', 'in_force', 'expired', 'ended', 'refused', 'withdrawn']),
    endsAt: Moment,
    reason: z.string(),
    proposedBy: z.string(),
    isOwn: z.boolean(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    endedBy: z.string().nullable(),
    endedAt: Moment.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ManualRate' });
export type ManualRate = z.infer<typeof ManualRate>;

const RateDesk = z
  .object({
    rates: z.array(RateOfSource),
    sources: z.array(RateSource),
    /** Those that wait or are in force, then the last others. */
    manualRates: z.array(ManualRate),
    /** How far a manual rate may be from the last rate of a source, and for how many hours it may hold. */
    limits: z.object({ deviationBps: z.int(), maxHours: z.int() }),
  })
  .meta({ id: 'RateDesk' });
export type RateDesk = z.infer<typeof RateDesk>;

const path = '/v1/manage/rate';

export const list = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  background: true,
  about: 'What one euro buys now, with age and source; the sources; and rates that staff set.',
  input: EmptyInput,
  reply: RateDesk,
  refusals: ['access_denied'],
});

export const propose = endpoint({
  method: 'POST',
  path: `${path}/manual`,
  access: 'staff',
  about:
    'Proposes a rate for a currency in place of its sources, for some hours. Somebody else puts it in force. Refused with the field if it is too far from the last rate of a source, or holds too long.',
  input: z.strictObject({
    uid: Uid,
    currency: CurrencyCode,
    /** What one euro buys. */
    rate: RateText,
    hours: z.int().min(1).max(24),
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: RateDesk,
  refusals: ['access_denied', 'validation_failed', 'invalid_transition', 'rate_unavailable', 'rule_unsatisfiable'],
});

const ofManualRate = { uid: Uid, idempotency: Idempotency };
const decisionRefusals = ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'] as const;

export const approve = endpoint({
  method: 'POST',
  path: `${path}/manual/{uid}/approve`,
  access: 'staff',
  about: 'Puts a manual rate in force at once, until its end. It takes the place of another of the currency.',
  input: z.strictObject(ofManualRate),
  reply: RateDesk,
  refusals: [...decisionRefusals, 'validation_failed', 'rate_unavailable'],
});

export const refuse = endpoint({
  method: 'POST',
  path: `${path}/manual/{uid}/refuse`,
  access: 'staff',
  about: 'Refuses a proposed manual rate. Nothing changes.',
  input: z.strictObject({ ...ofManualRate, note: ChangeReason }),
  reply: RateDesk,
  refusals: decisionRefusals,
});

export const end = endpoint({
  method: 'POST',
  path: `${path}/manual/{uid}/end`,
  access: 'staff',
  about: 'Ends a manual rate before its time, or takes back a proposal of one’s own. The sources hold again at once.',
  input: z.strictObject(ofManualRate),
  reply: RateDesk,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

const ofSource = { name: SourceName, idempotency: Idempotency };

export const turnOff = endpoint({
  method: 'POST',
  path: `${path}/source/{name}/off`,
  access: 'staff',
  about: 'The rate service no longer asks the source, from its next round on. One person, at once.',
  input: z.strictObject({ ...ofSource, reason: ChangeReason }),
  reply: RateDesk,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const askOn = endpoint({
  method: 'POST',
  path: `${path}/source/{name}/on`,
  access: 'staff',
  about: 'Asks to turn a source on again. Somebody else decides.',
  input: z.strictObject({ ...ofSource, reason: ChangeReason }),
  reply: RateDesk,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const approveOn = endpoint({
  method: 'POST',
  path: `${path}/source/{name}/on/approve`,
  access: 'staff',
  about: 'Turns the source on that a colleague asked for.',
  input: z.strictObject(ofSource),
  reply: RateDesk,
  refusals: decisionRefusals,
});

export const refuseOn = endpoint({
  method: 'POST',
  path: `${path}/source/{name}/on/refuse`,
  access: 'staff',
  about: 'Leaves the source off that a colleague asked for, or takes back a request of one’s own.',
  input: z.strictObject(ofSource),
  reply: RateDesk,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
