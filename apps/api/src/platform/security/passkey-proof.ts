import type { PasskeyAssertion, PasskeyAttestation } from '@larkmere/contract/identity/second-factor';
import type { Actor, Ctx, WorkflowContext } from '../requests/verb.ts';
import { type NewCredential, type PasskeySite, readChallenge, verifyAssertion, verifyAttestation } from './passkey.ts';
import { type ChallengeBinding, findPasskey, recordPasskeyUse, takeChallenge } from './passkey-store.ts';

/** Uses a right factor up, in the transaction of what it confirms. False if it was used meanwhile. */
export type ConsumeFactor = (ctx: Pick<Ctx, 'tx'>) => Promise<boolean>;

/** Undefined for a wrong answer. Any answer uses its challenge up; the passkey is used by what it confirms. */
export async function verifyPasskey<A extends Actor>(
  { transaction }: Pick<WorkflowContext<A>, 'transaction'>,
  site: PasskeySite,
  binding: ChallengeBinding,
  assertion: PasskeyAssertion,
): Promise<ConsumeFactor | undefined> {
  const challenge = readChallenge(assertion);
  if (challenge === undefined) return undefined;
  const { owner } = binding;
  const passkey = await transaction(async ({ tx }) =>
    (await takeChallenge(tx, challenge, binding)) ? findPasskey(tx, owner, assertion.id) : undefined,
  );
  const use = passkey && (await verifyAssertion(site, assertion, { passkey, challenge }));
  return use && (({ tx }) => recordPasskeyUse(tx, owner, { id: passkey.id, ...use }));
}

/** The new passkey that answers a challenge, which it uses up. Undefined for a wrong answer. */
export async function verifyNewPasskey<A extends Actor>(
  { transaction }: Pick<WorkflowContext<A>, 'transaction'>,
  site: PasskeySite,
  binding: ChallengeBinding,
  attestation: PasskeyAttestation,
): Promise<NewCredential | undefined> {
  const challenge = readChallenge(attestation);
  if (challenge === undefined || !(await transaction(({ tx }) => takeChallenge(tx, challenge, binding))))
    return undefined;
  return verifyAttestation(site, attestation, challenge);
}
