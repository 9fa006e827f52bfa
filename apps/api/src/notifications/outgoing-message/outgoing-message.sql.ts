import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const retryDays = 3;
const retentionDays = 365;
const maxErrorLength = 300;

type NewMessage = Readonly<{ id: string; channel: 'email' | 'sms'; template: string; recipient: string }>;

export async function countAttempt(
  tx: Tx,
  { id, channel, template, recipient }: NewMessage,
): Promise<'due' | 'too_old' | 'settled'> {
  const { rows } = await sql<{ isOld: boolean }>`
    insert into outgoing_message.message as m (id, channel, template, recipient, attempts)
    values (${id}, ${channel}, ${template}, ${recipient}, 1)
    on conflict (id) do update set attempts = m.attempts + 1 where m.state = 'sending'
    returning created_at < now() - ${retryDays} * interval '1 day' as is_old`.execute(tx);
  const [counted] = rows;
  if (!counted) return 'settled';
  return counted.isOld ? 'too_old' : 'due';
}

export async function recordFailure(tx: Tx, id: string, error: string): Promise<void> {
  await tx
    .updateTable('outgoing_message.message')
    .set({ lastError: error.slice(0, maxErrorLength) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

export async function recordResult(tx: Tx, id: string, state: 'sent' | 'bounced' | 'abandoned'): Promise<void> {
  await tx
    .updateTable('outgoing_message.message')
    .set({ state, settledAt: sql`now()`, ...(state === 'sent' && { lastError: null }) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

export const outgoingMessagePurge = defineJob({
  name: 'purge-outgoing-messages',
  everySeconds: 3600,
  run: ({ db }) =>
    db
      .deleteFrom('outgoing_message.message')
      .where('createdAt', '<', sql<Date>`now() - ${retentionDays} * interval '1 day'`)
      .execute(),
});
