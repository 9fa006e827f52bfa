import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, PinAuthorisation, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

export const factorMethods = ['passkey', 'totp', 'recovery_code'] as const;
export const FactorMethod = z.enum(factorMethods).meta({ id: 'FactorMethod' });
export type FactorMethod = z.infer<typeof FactorMethod>;

/** The `data` of `second_factor_required`. */
export type SecondFactorRequiredData = Readonly<{ methods: readonly FactorMethod[] }>;

const Base64Url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);
const ClientExtensions = z.record(z.string(), z.unknown());
const Credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: ClientExtensions,
};

/** `RegistrationResponseJSON` of WebAuthn. */
export const PasskeyAttestation = z
  .strictObject({
    ...Credential,
    response: z.strictObject({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      authenticatorData: Base64Url.optional(),
      transports: z.array(z.string().max(20)).max(10).optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: Base64Url.optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' });

export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAssertion = z
  .strictObject({
    ...Credential,
    response: z.strictObject({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const TotpCode = z.string().regex(/^\d{6}$/, fieldMessage('authenticator_code_format_invalid'));
/** Ten letters and digits without those that look alike; the dash and the case do not matter. */
export const RecoveryCode = freeText()
  .toUpperCase()
  .regex(/^[A-HJ-NP-Z2-9]{5}-?[A-HJ-NP-Z2-9]{5}$/, fieldMessage('recovery_code_format_invalid'));

export const SecondFactorProof = z
  .discriminatedUnion('method', [
    z.strictObject({ method: z.literal('passkey'), assertion: PasskeyAssertion }),
    z.strictObject({ method: z.literal('totp'), code: TotpCode }),
    z.strictObject({ method: z.literal('recovery_code'), code: RecoveryCode }),
  ])
  .meta({ id: 'SecondFactorProof' });
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

export const PasskeyName = freeText()
  .min(1, fieldMessage('passkey_name_required'))
  .max(60, fieldMessage('passkey_name_too_long'));

export const PasskeyView = z
  .object({ uid: Uid, name: z.string(), isBackedUp: z.boolean(), addedAt: Moment, lastUsedAt: Moment.nullable() })
  .meta({ id: 'Passkey' });
export type PasskeyView = z.infer<typeof PasskeyView>;

export const SecondFactorView = z
  .object({
    passkeys: z.array(PasskeyView),
    authenticator: z.object({ uid: Uid, addedAt: Moment, lastUsedAt: Moment.nullable() }).nullable(),
    recoveryCodes: z.object({ left: z.int(), total: z.int(), madeAt: Moment }).nullable(),
  })
  .meta({ id: 'SecondFactors' });
export type SecondFactorView = z.infer<typeof SecondFactorView>;

const RecoveryCodes = z.array(z.string());

/** With the first factor come the recovery codes: this reply is the only one that shows them. */
const AddedFactor = z.object({ uid: Uid, recoveryCodes: RecoveryCodes.nullable() });

const purposeFields = { paymentIdempotency: Idempotency };
export const AddFactorPurpose = z.strictObject({
  operation: z.literal('second-factor.add'),
  method: z.enum(['passkey', 'totp']),
  ...purposeFields,
});
export const RemoveFactorPurpose = z.strictObject({
  operation: z.literal('second-factor.remove'),
  uid: Uid,
  ...purposeFields,
});
export const RecoveryCodesPurpose = z.strictObject({
  operation: z.literal('second-factor.make-recovery-codes'),
  ...purposeFields,
});

const Authorised = z.strictObject({ authorisation: PinAuthorisation, idempotency: Idempotency });

export const list = endpoint({
  method: 'GET',
  path: '/v1/second-factor',
  access: 'customer',
  about: 'The second factors of the signed-in person. No secret, and no recovery code, is shown again.',
  input: EmptyInput,
  reply: SecondFactorView,
  refusals: [],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/v1/second-factor/passkey/begin',
  access: 'customer',
  about:
    'Begins to add a passkey: options for `navigator.credentials.create`, good for five minutes in this session. The authorisation is for `second-factor.add`.',
  input: Authorised,
  reply: z.object({ options: z.unknown(), expiresAt: Moment }),
  refusals: ['authorisation_invalid', 'too_many_passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/second-factor/passkey',
  access: 'customer',
  about: 'Adds the passkey that the browser made for the challenge. The first factor also brings ten recovery codes.',
  input: z.strictObject({ name: PasskeyName, attestation: PasskeyAttestation, idempotency: Idempotency }),
  reply: AddedFactor,
  refusals: ['passkey_refused', 'passkey_exists', 'too_many_passkeys'],
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/v1/second-factor/passkey/{uid}',
  access: 'customer',
  about: 'Gives a passkey another name.',
  input: z.strictObject({ uid: Uid, name: PasskeyName, idempotency: Idempotency }),
  reply: PasskeyView,
  refusals: ['not_found'],
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/v1/second-factor/totp/begin',
  access: 'customer',
  about:
    'Begins to set up an authenticator app: a new secret, shown in this reply alone. The app in use goes on until the first code of the new one.',
  input: Authorised,
  reply: z.object({ uri: z.string(), secret: z.string() }),
  refusals: ['authorisation_invalid', 'authenticator_exists'],
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/v1/second-factor/totp',
  access: 'customer',
  about: 'The first code of the authenticator app: from now on it counts. The first factor also brings recovery codes.',
  input: z.strictObject({ code: TotpCode, idempotency: Idempotency }),
  reply: AddedFactor,
  refusals: ['authenticator_code_wrong', 'pin_locked'],
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/v1/second-factor/{uid}',
  access: 'customer',
  about:
    'Removes a passkey or the authenticator app. With the last one the recovery codes end too. The authorisation is for `second-factor.remove`.',
  input: z.strictObject({ uid: Uid, authorisation: PinAuthorisation, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['not_found', 'authorisation_invalid'],
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v1/second-factor/recovery-codes',
  access: 'customer',
  about: 'Ten new recovery codes, shown in this reply alone. The old ones no longer work.',
  input: Authorised,
  reply: z.object({ codes: RecoveryCodes }),
  refusals: ['authorisation_invalid', 'second_factor_missing'],
});
