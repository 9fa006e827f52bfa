import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, NoContent } from '../platform/fields.ts';

export const Pin = z.string().regex(/^\d{4}$/, fieldMessage('pin_format_invalid'));

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
  about: 'Chooses the first PIN. Runs, repeats and the birth year are refused.',
  input: z.strictObject({ pincode: Pin, confirmation: Pin, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['pin_exists', 'pin_weak', 'pin_mismatch'],
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
  about: 'Whether the PIN can be reset by the customer, and what the reset asks for. It changes nothing.',
  input: EmptyInput,
  reply: z.object({
    allowed: z.boolean(),
    requires: z.literal('password'),
    coolingHours: z.int(),
    coolingLimit: z.string(),
  }),
  refusals: [],
});

export const reset = endpoint({
  method: 'POST',
  path: '/v1/pin/reset',
  access: 'customer',
  about: 'Sets a new PIN after the password was given again. For 24 hours afterwards larger payments are refused.',
  input: z.strictObject({
    password: z.string().min(1).max(128),
    pincode: Pin,
    confirmation: Pin,
    idempotency: Idempotency,
  }),
  reply: NoContent,
  refusals: ['login_failed', 'login_locked', 'password_reset_required', 'pin_weak', 'pin_mismatch'],
});
