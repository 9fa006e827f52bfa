import { verifySecret } from '../kernel/argon.ts';
import { closeSockets } from '../kernel/live.ts';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerActor, CustomerCtx, Steps } from '../kernel/verb.ts';
import { failuresOf, forgive, reserveAttempt, subjectOf } from './attempt.ts';
import { passwordHashOf } from './session.read.ts';
import { endSessionsBut } from './session.sql.ts';

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

/** Ends every other session of the caller, sockets included: whoever knew the old secret is out. */
export async function endOtherSessions({ tx, actor }: CustomerCtx, because: string): Promise<void> {
  await closeSockets(tx, await endSessionsBut(tx, actor.personId, actor.sessionId, because));
}
