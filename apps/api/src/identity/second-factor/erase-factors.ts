import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

/** With the password: until then they protect the login to the statements. */
export const eraseFactors: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  if (extent !== 'wholly' || people.length === 0) return;
  await tx.deleteFrom('second_factor.login_attempt').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.challenge').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.passkey').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.authenticator').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.recovery_code').where('userId', 'in', people).execute();
};
