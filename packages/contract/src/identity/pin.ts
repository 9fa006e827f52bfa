import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent } from '../platform/fields.ts';
import { Channel } from './channel.ts';
import { FactorMethod, SecondFactorProof } from './second-factor.ts';

export const Pin = z.string().regex(/^\d{4}$/, fieldMessage('pin_format_invalid'));

export const PinCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, fieldMessage('email_code_format_invalid'));

/** What proves the person besides the password: a second factor, or a code to another channel. */
const Proof = { factor: SecondFactorProof.optional(), code: PinCode.optional() };
const proofRefusals = ['second_factor_required', 'pin_code_required', 'pin_proof_wrong', 'login_locked'] as const;

export const SetPinPurpose = z.strictObject({ operation: z.literal('pin.set'), paymentIdempotency: Idempotency });

export const PinState = z.object({
  exists: z.boolean(),
  status: z.enum(['none', 'active', 'locked']),
  attemptsLeft: z.int(),
});

export const state = endpoint({
  method: 'GET',
  path: '/v1/pin',
  access: 'customer',
  background: true,
  about: 'Whether the customer has chosen a PIN, and how many tries are left.',
  input: EmptyInput,
  reply: PinState,
  refusals: [],
});

export const create = endpoint({
  method: 'POST',
  path: '/v1/pin',
  access: 'customer',
  about:
    'Chooses the first PIN. Runs, repeats and the birth year are refused. After a reset of the password it takes a second factor, a trusted device, or a code to another channel.',
  input: z.strictObject({ pincode: Pin, confirmation: Pin, ...Proof, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['pin_exists', 'pin_weak', 'pin_mismatch', ...proofRefusals],
});

export const update = endpoint({
  method: 'PUT',
  path: '/v1/pin',
  access: 'updatepin',
  about: 'Changes the PIN. The current one is asked for and counts as a try.',
  input: z.strictObject({ current: Pin, pincode: Pin, confirmation: Pin, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['pin_missing', 'pin_wrong', 'pin_locked', 'pin_weak', 'pin_mismatch'],
});
export const log = endpoint({
  method: 'POST',
  path: '/v1/logs/pin',
  access: 'customer',
  about:
    'What the browser saw on the PIN pad. The server keeps its own record; this one is marked as reported by the client.',
  input: z.strictObject({
    action: z.enum(['create-pin', 'reset-pin', 'update-pin', 'verify']),
    result: z.enum(['success', 'fail', 'closed']),
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: ['rate_limited'],
});

export const resetState = endpoint({
  method: 'GET',
  path: '/v1/customer/resetpin',
  access: 'customer',
  about:
    'Whether the PIN can be reset by the customer, and what the reset asks for: never the password alone, unless the device is trusted. It changes nothing.',
  input: EmptyInput,
  reply: z.object({
    allowed: z.boolean(),
    requires: z.enum(['password', 'password_and_factor', 'password_and_code']),
    /** The second factors of the person, if one is needed. */
    methods: z.array(FactorMethod),
    /** Where a code would go, masked; null if none is needed, or none can be sent. */
    sentTo: z.string().nullable(),
    coolingHours: z.int(),
    coolingLimit: z.string(),
  }),
  refusals: [],
});

export const reset = endpoint({
  method: 'POST',
  path: '/v1/pin/reset',
  access: 'customer',
  about:
    'Sets a new PIN after the password was given again, with a second factor, on a trusted device, or with a code to another channel than the one of the last reset of the password. For 24 hours afterwards larger payments are refused.',
  input: z.strictObject({
    password: z.string().min(1).max(128),
    pincode: Pin,
    confirmation: Pin,
    ...Proof,
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: ['login_failed', 'password_reset_required', 'pin_weak', 'pin_mismatch', ...proofRefusals],
});

export const sendCode = endpoint({
  method: 'POST',
  path: '/v1/pin/code',
  access: 'customer',
  about:
    'Sends a code for a new PIN, to the e-mail address or the phone: never where the password was last reset through. Five wrong tries end it.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: z.object({ channel: Channel, sentTo: z.string(), expiresAt: Moment }),
  refusals: ['channel_unavailable', 'too_many_codes'],
});
