import { type contract, endpoints } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { insertDownloadToken, parseFileAddress } from './download-token.sql.ts';

/**
 * Issues a one-use download token for one file, valid 60 seconds in this session. Ownership of the file is checked on
 * download. Not idempotent: a stored reply would store the secret. Refuses with `not_found`.
 */
export const createDownloadToken: Workflow<typeof contract.session.createDownloadToken> = async (
  { actor, transaction },
  { file },
) => {
  const known = endpoints.find(
    ({ downloadTokenParameter, path }) => downloadTokenParameter && pathPattern(path).test(file),
  );
  if (!known?.downloadTokenParameter) throw new Refusal('not_found');
  const address = parseFileAddress(file, known.downloadTokenParameter);
  const { downloadToken, expiresAt } = await transaction(async (ctx) => {
    await audit(ctx, 'session.download_token_created', `session:${actor.sessionId}`, { file: address.file });
    return insertDownloadToken(ctx.tx, actor.sessionId, address.file);
  });
  return { downloadToken, expiresAt: expiresAt.toISOString() };
};

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
