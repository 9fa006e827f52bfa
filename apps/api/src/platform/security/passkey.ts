import type { PasskeyAssertion, PasskeyAttestation } from '@larkmere/contract/identity/second-factor';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { challengeSeconds, type Passkey } from './passkey-store.ts';

/** Passkeys belong to this site alone. Its address comes from the configuration and never from a request. */
export type PasskeySite = Readonly<{ rpId: string; origin: string }>;

export const createPasskeySite = (site: string): PasskeySite => ({
  rpId: new URL(site).hostname,
  origin: new URL(site).origin,
});

type KnownPasskey = Pick<Passkey, 'credentialId' | 'transports'>;

const toDescriptor = ({ credentialId, transports }: KnownPasskey) => ({
  id: credentialId,
  transports,
});

type NewPasskeyOwner = Readonly<{ id: string; username: string; name: string; known: readonly KnownPasskey[] }>;

export const createPasskeyOptions = (
  { rpId }: PasskeySite,
  { id, username, name, known }: NewPasskeyOwner,
): ReturnType<typeof generateRegistrationOptions> =>
  generateRegistrationOptions({
    rpName: 'Larkmere',
    rpID: rpId,
    userID: new TextEncoder().encode(id),
    userName: username,
    userDisplayName: name,
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });

export const createAssertionOptions = (
  { rpId }: PasskeySite,
  known: readonly KnownPasskey[],
): ReturnType<typeof generateAuthenticationOptions> =>
  generateAuthenticationOptions({
    rpID: rpId,
    timeout: challengeSeconds * 1000,
    allowCredentials: known.map(toDescriptor),
    userVerification: 'required',
  });

/** The challenge that the browser says it answered. Whether that is true is for the signature to show. */
export function readChallenge({ response }: PasskeyAttestation | PasskeyAssertion): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'>;

export async function verifyAttestation(
  { rpId, origin }: PasskeySite,
  attestation: PasskeyAttestation,
  challenge: string,
): Promise<NewCredential | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The contract leaves fields to the library, which checks them.
      response: attestation as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
      isBackedUp,
    };
  } catch {
    return undefined;
  }
}

/** Undefined for a wrong signature, site or challenge, without user verification, and for a counter that went back. */
export async function verifyAssertion(
  { rpId, origin }: PasskeySite,
  assertion: PasskeyAssertion,
  { passkey, challenge }: Readonly<{ passkey: Passkey; challenge: string }>,
): Promise<{ counter: bigint; isBackedUp: boolean } | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // As above.
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        ...toDescriptor(passkey),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    if (!verified) return undefined;
    return { counter: BigInt(authenticationInfo.newCounter), isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
