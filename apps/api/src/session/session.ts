import { verifySecret } from '../kernel/argon.ts';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor, Steps } from '../kernel/verb.ts';
import { failuresOf, forgive, reserveAttempt, subjectOf } from './attempt.ts';
import { passwordHashOf } from './session.read.ts';

/** Somebody signed in. */
export const sessionStarted = event<{ personId: string; ip: string; userAgent: string }>('session.started');

/** The signed-in customer gives the password once more. Wrong tries count like wrong logins. Refuses with `login_failed` or `login_locked`. */
export async function confirmPassword(steps: Steps<CustomerActor>, password: string): Promise<void> {
  const { personId, ip } = steps.actor;
  const subject = subjectOf(`person:${personId}`, ip);
  const hash = await steps.transaction(async ({ tx }) => {
    await failuresOf(tx, subject);
    await reserveAttempt(tx, subject);
    return passwordHashOf(tx, personId);
  });
  if (!hash || !(await verifySecret(password, hash)))
    throw new Refusal('login_failed', { message: 'That password is not right. Nothing was changed.' });
  await steps.transaction(({ tx }) => forgive(tx, subject));
}
