import { randomUUID } from 'node:crypto';
import { audit } from '../../platform/requests/audit.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { StartPasswordChange } from '../session/session.ts';
import { insertRequest, voidOtherLinks } from './recovery.sql.ts';
import { deriveResetToken } from './recovery.ts';

/** As if the person had opened the link of an e-mail: they choose a password and log in with it. */
export const startPasswordChange =
  (resetTokens: Buffer): StartPasswordChange =>
  async (ctx, userId) => {
    const id = randomUUID();
    const token = deriveResetToken(resetTokens, id);
    await voidOtherLinks(ctx.tx, userId);
    await insertRequest(ctx.tx, { id, userId, tokenHash: hashToken(token) });
    await audit(ctx, 'recovery.one_time_password_used', `person:${userId}`);
    return token;
  };
