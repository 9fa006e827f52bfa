import { baseOf } from '@larkmere/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';
import { digest, newSecret } from '../kernel/secret.ts';

const ticketSeconds = 60;

type Opened = Readonly<{ file: string; ticket: string | undefined }>;

/** A file's address, spelled in one way, and the ticket that came in it. */
export function addressOfFile(address: string, parameter: string): Opened {
  const { pathname, searchParams } = new URL(address, 'http://larkmere');
  const ticket = searchParams.get(parameter) ?? undefined;
  searchParams.delete(parameter);
  searchParams.sort();
  const path = pathname.replace(baseOf({}), '');
  return { file: searchParams.size > 0 ? `${path}?${searchParams}` : path, ticket };
}

/** Only the digest is kept: who reads the table opens nothing. */
export async function insertTicket(
  tx: Tx,
  sessionId: string,
  file: string,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newSecret();
  const { expires_at: expiresAt } = await tx
    .insertInto('session.ticket')
    .values({
      token_hash: digest(ticket),
      session_id: sessionId,
      file,
      expires_at: sql`now() + ${ticketSeconds} * interval '1 second'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { ticket, expiresAt };
}

/** The session that a ticket stands for, once: whoever comes second finds none. */
export async function takeTicket(db: Db, file: string, ticket: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('session.ticket')
    .where('token_hash', '=', digest(ticket))
    .where('file', '=', file)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('session_id')
    .executeTakeFirst();
  return row?.session_id;
}

/** Forgets tickets that nobody used in time. */
export async function sweepTickets(db: Db): Promise<void> {
  await db.deleteFrom('session.ticket').where('expires_at', '<=', sql<Date>`now()`).execute();
}
