import { randomUUID } from 'node:crypto';
import { audit } from '../../platform/requests/audit.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { StartPasswordChange } from '../session/session.ts';
import { insertRequest, voidOtherLinks } from './recovery.sql.ts';
import { deriveResetToken } from './recovery-events.ts';

/** With a one-time password, which came by text message: as if the person had opened the link of an e-mail. */
export const startPasswordChange =
  (resetTokens: Buffer): StartPasswordChange =>
  async (ctx, userId) => {
    const id = randomUUID();
    const token = deriveResetToken(resetTokens, id);
    await voidOtherLinks(ctx.tx, userId);
    await insertRequest(ctx.tx, { id, userId, tokenHash: hashToken(token), channel: 'phone' });
    await audit(ctx, 'recovery.one_time_password_used', `person:${userId}`);
    return token;
  };
