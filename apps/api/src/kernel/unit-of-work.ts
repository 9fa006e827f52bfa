import { sql } from 'kysely';
import type { Tx } from './db.ts';
import { leaveEarly, send } from './driver.ts';

type Reply = Readonly<{ actor: string; route: string; key: string; text: string }>;

type Statement = () => Promise<unknown>;
type Last = Readonly<{ step: Statement; proof: Statement }>;

/** What a transaction says of itself in the kernel's tables, and what it leaves for its very end. */
type Work = {
  events: Readonly<Record<string, unknown>>[];
  auditLines: Readonly<Record<string, unknown>>[];
  reply?: Reply;
  last: Last[];
};

const open = new WeakMap<Tx, Work>();

/** Called once when a transaction begins. */
export function beginWork(tx: Tx): void {
  open.set(tx, { events: [], auditLines: [], last: [] });
}

/** The work of this transaction. Throws for one that nobody will finish: its events would be lost. */
export function workOf(tx: Tx): Work {
  const work = open.get(tx);
  if (!work) throw new Error('events and audit lines belong to a transaction of inTransaction');
  return work;
}

/**
 * Postpones a step to the very end of the transaction, for what everybody else waits for: the firm's own ledger accounts
 * are locked from here to the commit. The commit is sent before the step is answered, so the step is one statement, and
 * `proof` another that fails in the database unless the step was done: then nothing is committed, and the step's own
 * refusal is what the caller hears.
 */
export function beforeCommit(tx: Tx, step: Statement, proof: Statement): void {
  workOf(tx).last.push({ step, proof });
}

/** Sends everything that was collected, then the last steps in their order, each with its proof; answers come later. */
export async function finishWork(tx: Tx): Promise<Promise<unknown>[]> {
  const work = workOf(tx);
  const statements: Statement[] = [];
  if (work.reply || work.events.length > 0 || work.auditLines.length > 0) statements.push(() => write(tx, work));
  for (const { step, proof } of work.last) statements.push(step, proof);
  if (work.last.length > 0) statements.push(() => leaveEarly(tx));
  const sent: Promise<unknown>[] = [];
  for (const statement of statements) sent.push((await send(tx, statement)).answer);
  return sent;
}

async function write(tx: Tx, { events, auditLines, reply }: Work): Promise<void> {
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
    update kernel.idempotency set reply = ${reply?.text ?? null}
    where actor = ${reply?.actor ?? null} and route = ${reply?.route ?? null} and key = ${reply?.key ?? null}`.execute(
    tx,
  );
}
