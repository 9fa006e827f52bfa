import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import type { Purpose } from '@larkmere/contract/purpose';
import { useQuery } from '@tanstack/react-query';
import { call, callWithMessage } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import type { PinAction } from './pin-steps.ts';

type Keyless<Name extends keyof typeof contract.pin> = Omit<RawInput<(typeof contract.pin)[Name]>, 'idempotency'>;

export const usePinState = () =>
  useQuery({
    queryKey: [...queryKeys.pin, 'pad'],
    queryFn: ({ signal }) => callWithMessage(endpoints.pin.state, {}, { signal }),
    gcTime: 0,
    meta: { inline: true },
  });

export const useResetTerms = () =>
  useQuery({
    queryKey: [...queryKeys.pin, 'reset'],
    queryFn: ({ signal }) => call(endpoints.pin.resetState, {}, { signal }),
    meta: { inline: true },
  });

// Each try is a new attempt, so each gets a new idempotency key.
export const createPin = (input: RawInput<typeof contract.pin.create>) => call(endpoints.pin.create, input);
export const updatePin = (input: Keyless<'update'>) =>
  call(endpoints.pin.update, { ...input, idempotency: newIdempotencyKey() });
export const resetPin = (input: RawInput<typeof contract.pin.reset>) => call(endpoints.pin.reset, input);
export const sendPinCode = () => call(endpoints.pin.sendCode, { idempotency: newIdempotencyKey() });
export const verifyPin = (input: Keyless<'verify'>) =>
  call(endpoints.pin.verify, { ...input, idempotency: newIdempotencyKey() });

export const beginFactorChallenge = async (purpose: Purpose) =>
  (await call(endpoints.secondFactor.beginChallenge, { purpose, idempotency: newIdempotencyKey() })).passkey;

/** Fire and forget: a failure must not block the pad. */
export function logPinFailure(action: PinAction): void {
  call(endpoints.pin.log, { action, result: 'fail', idempotency: newIdempotencyKey() }).catch(() => {});
}
