import type { contract } from '@larkmere/contract/contract';
import { admitRecoveryAttempt, forgetRecoveryAttempt } from '../../identity/session/session.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { changeRecoveryState } from './change-recovery-state.ts';
import type { ContactRecoverySecrets } from './contact-recovery.routes.ts';
import { lockByToken, lockOpenOf, type RecoveryRow } from './contact-recovery.sql.ts';

const stop = (ctx: Ctx, row: RecoveryRow): Promise<RecoveryRow> =>
  changeRecoveryState(ctx, row, { state: 'stopped', endedAt: ctx.now });

/** Refuses with `invalid_transition` if none is open. */
export const stopRecovery: Verb<typeof contract.contactRecovery.stop> = async (ctx) => {
  const row = await lockOpenOf(ctx.tx, ctx.actor.userId);
  if (!row) throw new Refusal('invalid_transition');
  await stop(ctx, row);
  return null;
};

/** Works until the person confirms. Once the request has ended, the reply says how. Refuses with `contact_link_invalid`. */
export const stopByLink =
  (secrets: ContactRecoverySecrets): Workflow<typeof contract.contactRecovery.stopByLink> =>
  async (steps, { token, captcha }) => {
    const hash = hashToken(token);
    const row = await admitRecoveryAttempt(
      steps,
      secrets,
      { name: `stop ${hash.toString('hex')}`, captcha },
      async (ctx, _name, subject) => {
        const found = await lockByToken(ctx.tx, 'stopTokenHash', hash);
        if (!found) return undefined;
        await forgetRecoveryAttempt(ctx.tx, subject);
        return found.endedAt === null ? stop(ctx, found) : found;
      },
    );
    if (!row) throw new Refusal('contact_link_invalid');
    if (row.state === 'confirmed') return { state: 'confirmed' };
    return { state: row.state === 'stopped' ? 'stopped' : 'ended' };
  };
