import { sql } from 'kysely';
import type { Tx } from './db.ts';

type Reply = Readonly<{
  actor: string;
  route: string;
  key: string;
  request_hash: string;
  reply: string;
  keep_for_ever: boolean;
}>;

type Work = {
  events: Readonly<Record<string, unknown>>[];
  auditLines: Readonly<Record<string, unknown>>[];
  replies: Reply[];
};

const open = new WeakMap<Tx, Work>();

export function beginWork(tx: Tx): void {
  open.set(tx, { events: [], auditLines: [], replies: [] });
}

export function workOf(tx: Tx): Work {
  const work = open.get(tx);
  if (!work) throw new Error('events and audit lines belong to a transaction of inTransaction');
  return work;
}

export function takeOver(tx: Tx, share: Tx): void {
  const [work, theirs] = [workOf(tx), workOf(share)];
  work.events.push(...theirs.events);
  work.auditLines.push(...theirs.auditLines);
  work.replies.push(...theirs.replies);
}

export async function finishWork(tx: Tx): Promise<void> {
  const { events, auditLines, replies } = workOf(tx);
  if (events.length + auditLines.length + replies.length === 0) return;
  await sql`
    with told as (
      insert into kernel.event (topic, payload, correlation_id)
      select topic, payload, correlation_id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e (topic text, payload jsonb, correlation_id text)
    ), noted as (
      insert into kernel.audit (actor_kind, actor_id, on_behalf_of, action, entity, detail, request_id, session_id, ip)
      select * from jsonb_to_recordset(${JSON.stringify(auditLines)}::jsonb)
        as a (actor_kind text, actor_id text, on_behalf_of uuid, action text, entity text, detail jsonb, request_id text, session_id uuid, ip inet)
    )
    insert into kernel.idempotency (actor, route, key, request_hash, reply, keep_for_ever)
    select actor, route, key, decode(request_hash, 'hex'), reply, keep_for_ever from jsonb_to_recordset(${JSON.stringify(replies)}::jsonb)
      as r (actor text, route text, key uuid, request_hash text, reply text, keep_for_ever boolean)`.execute(tx);
}
