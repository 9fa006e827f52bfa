import { type contract, endpoints } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Procedure } from '../kernel/verb.ts';
import { addressOfFile, insertTicket } from './ticket.sql.ts';

/**
 * A ticket for one file, for 60 seconds and this session. Whether the file is the customer's own is judged when it is
 * opened. Each call gives a new one: an answer that is kept would keep the secret. Refuses `not_found` for what no ticket opens.
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
