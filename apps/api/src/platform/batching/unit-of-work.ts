import { sql } from 'kysely';
import { columnJson } from '../db/column-names.ts';
import type { Tx } from '../db/db.ts';

type ReplyRow = Readonly<{
  actor: string;
  route: string;
  key: string;
  requestHash: string;
  reply: string;
  isPermanent: boolean;
}>;

type UnitOfWork = {
  events: Readonly<Record<string, unknown>>[];
  auditLines: Readonly<Record<string, unknown>>[];
  replies: ReplyRow[];
};

const unitsOfWork = new WeakMap<Tx, UnitOfWork>();

export function beginUnitOfWork(tx: Tx): void {
  unitsOfWork.set(tx, { events: [], auditLines: [], replies: [] });
}

export function unitOfWork(tx: Tx): UnitOfWork {
  const work = unitsOfWork.get(tx);
  if (!work) throw new Error('events and audit lines belong to a transaction of inTransaction');
  return work;
}

export function mergeInto(tx: Tx, batched: Tx): void {
  const [work, part] = [unitOfWork(tx), unitOfWork(batched)];
  work.events.push(...part.events);
  work.auditLines.push(...part.auditLines);
  work.replies.push(...part.replies);
}

export async function flushUnitOfWork(tx: Tx): Promise<void> {
  const { events, auditLines, replies } = unitOfWork(tx);
  if (events.length + auditLines.length + replies.length === 0) return;
  await sql`
    with events as (
      insert into platform.event (topic, payload, correlation_id)
      select topic, payload, correlation_id from jsonb_to_recordset(${columnJson(events)}::jsonb)
        as e (topic text, payload jsonb, correlation_id text)
    ), audit_lines as (
      insert into platform.audit (actor_kind, actor_id, on_behalf_of, action, entity, detail, request_id, session_id, ip)
      select * from jsonb_to_recordset(${columnJson(auditLines)}::jsonb)
        as a (actor_kind text, actor_id text, on_behalf_of uuid, action text, entity text, detail jsonb, request_id text, session_id uuid, ip inet)
    )
    insert into platform.idempotency (actor, route, key, request_hash, reply, is_permanent)
    select actor, route, key, decode(request_hash, 'hex'), reply, is_permanent from jsonb_to_recordset(${columnJson(replies)}::jsonb)
      as r (actor text, route text, key uuid, request_hash text, reply text, is_permanent boolean)`.execute(tx);
}
