import { type contract, endpoints } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Procedure } from '../kernel/verb.ts';
import { addressOfFile, insertTicket } from './ticket.sql.ts';

/**
 * Issues a one-use download token for one file, valid 60 seconds in this session. Ownership of the file is checked on
 * download. Not idempotent: a stored reply would store the secret. Refuses with `not_found`.
 */
export const issueTicket: Procedure<typeof contract.session.ticket> = async ({ actor, transaction }, { file }) => {
  const known = endpoints.find(({ byTicket, path }) => byTicket && shapeOf(path).test(file));
  if (!known?.byTicket) throw new Refusal('not_found');
  const address = addressOfFile(file, known.byTicket);
  const { ticket, expiresAt } = await transaction(async (ctx) => {
    await audit(ctx, 'session.ticket-given', `session:${actor.sessionId}`, { file: address.file });
    return insertTicket(ctx.tx, actor.sessionId, address.file);
  });
  return { ticket, expiresAt: expiresAt.toISOString() };
};

const shapeOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
