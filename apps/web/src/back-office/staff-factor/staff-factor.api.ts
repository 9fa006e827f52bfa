import type { StaffFactorProof } from '@larkmere/contract/back-office/staff';
import type { StaffPurpose } from '@larkmere/contract/back-office/staff-factor';
import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

export const ownFactorsQuery = queryOptions({
  queryKey: staffKeys.ownFactors,
  queryFn: ({ signal }) => call(staffEndpoints.staffFactor.list, {}, { signal }),
  meta: { inline: true },
});

/** Options for the passkey, for exactly this operation. */
export const beginStaffChallenge = async (purpose: StaffPurpose): Promise<unknown> =>
  (await call(staffEndpoints.staffFactor.beginChallenge, { purpose, idempotency: newIdempotencyKey() })).passkey;

export async function answerWithPasskey(purpose: StaffPurpose): Promise<StaffFactorProof> {
  const optionsJSON = (await beginStaffChallenge(purpose)) as PublicKeyCredentialRequestOptionsJSON;
  return { method: 'passkey', assertion: (await startAuthentication({ optionsJSON })) as never };
}

type Calls = typeof contract.staffFactor;

/** Without a factor only for the first passkey, in the session that enrols. */
export const beginStaffPasskey = async (input: RawInput<Calls['beginPasskey']>): Promise<unknown> =>
  (await call(staffEndpoints.staffFactor.beginPasskey, input)).options;

/** Throws what is no `ApiError` if the browser made no passkey. */
export async function createStaffPasskey(name: string, options: unknown): Promise<void> {
  const attestation = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
  const input = { name, attestation: attestation as never, idempotency: newIdempotencyKey() };
  await call(staffEndpoints.staffFactor.addPasskey, input);
}

export const useRenameStaffPasskey = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<Calls['renamePasskey']>) => call(staffEndpoints.staffFactor.renamePasskey, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.ownFactors }),
    meta: { showsOwnError: true },
  });
};

export const removeStaffPasskey = (input: RawInput<Calls['removePasskey']>) =>
  call(staffEndpoints.staffFactor.removePasskey, input);
export const beginStaffTotp = (input: RawInput<Calls['beginTotp']>) =>
  call(staffEndpoints.staffFactor.beginTotp, input);
export const confirmStaffTotp = (code: string) =>
  call(staffEndpoints.staffFactor.confirmTotp, { code, idempotency: newIdempotencyKey() });
