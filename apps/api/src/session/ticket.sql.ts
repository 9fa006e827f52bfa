import { baseOf } from '@larkmere/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';
import { digest, newSecret } from '../kernel/secret.ts';

const ticketSeconds = 60;

type Opened = Readonly<{ file: string; ticket: string | undefined }>;

export function addressOfFile(address: string, parameter: string): Opened {
  const { pathname, searchParams } = new URL(address, 'http://larkmere');
  const ticket = searchParams.get(parameter) ?? undefined;
  searchParams.delete(parameter);
  searchParams.sort();
  const path = pathname.replace(baseOf({}), '');
  return { file: searchParams.size > 0 ? `${path}?${searchParams}` : path, ticket };
}

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

export async function sweepTickets(db: Db): Promise<void> {
  await db.deleteFrom('session.ticket').where('expires_at', '<=', sql<Date>`now()`).execute();
}
