import { z } from 'zod';
import { PasskeyAttestation, PasskeyName, PasskeyView, TotpCode } from '../identity/second-factor.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, Uid } from '../platform/fields.ts';
import { ConnectPurpose } from './ghost-connect.ts';
import { StaffFactorMethod, StaffFactorProof } from './staff.ts';

/** What a fresh second factor of staff is given for: exactly this operation, under its idempotency key. */
export const StaffPurpose = z
  .discriminatedUnion('operation', [
    z.strictObject({
      operation: z.literal('staff-factor.add'),
      method: StaffFactorMethod,
      requestIdempotency: Idempotency,
    }),
    z.strictObject({ operation: z.literal('staff-factor.remove'), uid: Uid, requestIdempotency: Idempotency }),
    ConnectPurpose,
  ])
  .meta({ id: 'StaffPurpose' });
export type StaffPurpose = z.infer<typeof StaffPurpose>;

export const StaffFactorsView = z
  .object({
    passkeys: z.array(PasskeyView),
    authenticator: z.object({ addedAt: Moment }).nullable(),
    /** How a fresh factor can be given. */
    methods: z.array(StaffFactorMethod),
  })
  .meta({ id: 'StaffFactors' });
export type StaffFactorsView = z.infer<typeof StaffFactorsView>;

const factorRefusals = ['staff_factor_wrong', 'login_locked'] as const;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/second-factor',
  access: 'staff',
  about: 'The second factors of the signed-in member of staff. No secret is shown again.',
  input: EmptyInput,
  reply: StaffFactorsView,
  refusals: [],
});

export const beginChallenge = endpoint({
  method: 'POST',
  path: '/v1/manage/second-factor/challenge',
  access: 'staff',
  about:
    'Options for `navigator.credentials.get` for one operation: the answer is the `factor` of that call, once, in this session, within five minutes. Null for a member without a passkey.',
  input: z.strictObject({ purpose: StaffPurpose, idempotency: Idempotency }),
  reply: z.object({ methods: z.array(StaffFactorMethod), passkey: z.unknown() }),
  refusals: ['rate_limited'],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/v1/manage/second-factor/passkey/begin',
  access: 'staff',
  beforeTotp: true,
  about:
    'Begins to add a passkey: options for `navigator.credentials.create`, good for five minutes in this session. Needs a fresh second factor for `staff-factor.add`, except for the first one, during the enrolment.',
  input: z.strictObject({ factor: StaffFactorProof.optional(), idempotency: Idempotency }),
  reply: z.object({ options: z.unknown(), expiresAt: Moment }),
  refusals: [...factorRefusals, 'too_many_passkeys', 'enrolment_closed'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/manage/second-factor/passkey',
  access: 'staff',
  beforeTotp: true,
  about:
    'Adds the passkey that the browser made for the challenge. The first one ends the enrolment: the member logs in with it.',
  input: z.strictObject({ name: PasskeyName, attestation: PasskeyAttestation, idempotency: Idempotency }),
  reply: z.object({ uid: Uid }),
  refusals: ['passkey_refused', 'passkey_exists', 'too_many_passkeys', 'enrolment_closed'],
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/v1/manage/second-factor/passkey/{uid}',
  access: 'staff',
  about: 'Gives a passkey of one’s own another name.',
  input: z.strictObject({ uid: Uid, name: PasskeyName, idempotency: Idempotency }),
  reply: PasskeyView,
  refusals: ['not_found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/v1/manage/second-factor/passkey/{uid}',
  access: 'staff',
  about:
    'Removes a passkey of one’s own, never the last second factor. Needs a fresh second factor for `staff-factor.remove`.',
  input: z.strictObject({ uid: Uid, factor: StaffFactorProof, idempotency: Idempotency }),
  reply: NoContent,
  refusals: [...factorRefusals, 'not_found', 'last_factor'],
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/v1/manage/second-factor/totp/begin',
  access: 'staff',
  about:
    'Begins to set up an authenticator app, or another one in its place: a new secret, shown in this reply alone. The app in use goes on until the first code of the new one. Needs a fresh second factor for `staff-factor.add`.',
  input: z.strictObject({ factor: StaffFactorProof, idempotency: Idempotency }),
  reply: z.object({ uri: z.string(), secret: z.string() }),
  refusals: factorRefusals,
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/v1/manage/second-factor/totp',
  access: 'staff',
  about: 'The first code of the new authenticator app: from now on it counts, and the one before no longer does.',
  input: z.strictObject({ code: TotpCode, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['authenticator_code_wrong', 'login_locked'],
});
