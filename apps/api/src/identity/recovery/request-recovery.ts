import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { admitRecoveryAttempt, findLogin } from '../session/session.ts';
import { countRecentRequests } from './recovery.read.ts';
import type { RecoverySecrets } from './recovery.routes.ts';
import { insertRequest } from './recovery.sql.ts';
import { deriveResetToken, recoveryRequested } from './recovery-events.ts';

const maxMailsPerHour = 3;

/** Answers and works alike for known and unknown names, and for a user who was sent the most e-mails of an hour. */
export const requestRecovery =
  (secrets: RecoverySecrets): Workflow<typeof contract.recovery.request> =>
  async (steps, { identifier, captcha }) => {
    await admitRecoveryAttempt(steps, secrets, { name: identifier, captcha }, async (ctx, name) => {
      const known = (await findLogin(ctx.tx, name))?.userId ?? null;
      const userId = (await countRecentRequests(ctx.tx, known)) < maxMailsPerHour ? known : null;
      const requestId = randomUUID();
      const tokenHash = hashToken(deriveResetToken(secrets.resetTokens, requestId));
      const expiresAt = (
        await insertRequest(ctx.tx, { id: requestId, userId, tokenHash, channel: 'email' })
      ).toISOString();
      await audit(ctx, 'recovery.requested', `person:${known ?? 'unknown'}`);
      await emit(ctx, recoveryRequested, { requestId, userId, expiresAt });
    });
    return null;
  };
