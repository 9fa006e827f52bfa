import type { contract } from '@larkmere/contract/contract';
import type { Sent } from '@larkmere/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call, callWithMessage } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { keys } from '../kernel/keys.ts';
import type { PinAction } from './pin-steps.ts';

type Keyless<Name extends keyof typeof contract.pin> = Omit<Sent<(typeof contract.pin)[Name]>, 'idempotency'>;

export const usePinState = () =>
  useQuery({
    queryKey: [...keys.pin, 'pad'],
    queryFn: ({ signal }) => callWithMessage(endpoints.pin.state, {}, { signal }),
    gcTime: 0,
    meta: { inline: true },
  });

export const useResetTerms = () =>
  useQuery({
    queryKey: [...keys.pin, 'reset'],
    queryFn: ({ signal }) => call(endpoints.pin.resetState, {}, { signal }),
    meta: { inline: true },
  });

// Each try is a new attempt, so each gets a new idempotency key.
export const createPin = (input: Keyless<'create'>) =>
  call(endpoints.pin.create, { ...input, idempotency: newIdempotencyKey() });
export const updatePin = (input: Keyless<'update'>) =>
  call(endpoints.pin.update, { ...input, idempotency: newIdempotencyKey() });
export const resetPin = (input: Keyless<'reset'>) =>
  call(endpoints.pin.reset, { ...input, idempotency: newIdempotencyKey() });
export const verifyPin = (input: Keyless<'verify'>) =>
  call(endpoints.pin.verify, { ...input, idempotency: newIdempotencyKey() });

/** Fire and forget: a failure must not block the pad. */
export function logPinFailure(action: PinAction): void {
  call(endpoints.pin.log, { action, result: 'fail', idempotency: newIdempotencyKey() }).catch(() => {});
}
