import { sql, type Updateable } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { DB } from '../db/schema.gen.ts';
import { audit } from '../requests/audit.ts';
import type { Actor, Ctx } from '../requests/verb.ts';
import {
  type Audited,
  type Lifecycle,
  type RowOf,
  requireTransition,
  type StatefulTable,
  type Stored,
} from './lifecycle.ts';

type StatefulRow<T extends StatefulTable> = RowOf<T> & Readonly<{ id: string; state: string }>;
/** Its state may be one that is read from another table. */
type MovedRow<S extends string, T extends StatefulTable> = Omit<RowOf<T>, 'state'> &
  Readonly<{ id: string; state: NoInfer<S> }>;
type AuditDetail = Readonly<Record<string, unknown>>;

/** Moves a locked row and writes its history and audit entry, by default of its new state. Refuses `invalid_transition`. */
export async function changeState<S extends string, T extends StatefulTable>(
  ctx: Ctx,
  lifecycle: Lifecycle<S, never, T> & Audited<T>,
  row: MovedRow<S, T>,
  change: Updateable<DB[T]> & Readonly<{ state: S }>,
  more: AuditDetail = {},
  verb: string = change.state,
): Promise<RowOf<T>> {
  requireTransition(lifecycle, row.state, change.state, ctx.actor);
  const assignments = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<StatefulRow<T>>`
    update ${sql.table(lifecycle.table)} set ${sql.join(assignments)} where id = ${row.id} returning *`.execute(ctx.tx);
  const moved = rows[0];
  if (!moved) throw new Error(`${lifecycle.entity}:${row.id} is missing`);
  await recordState(ctx, lifecycle, moved, more, verb);
  return moved;
}

/** The history and audit entry of the state of a row that is new or was moved. */
export async function recordState<T extends StatefulTable>(
  ctx: Ctx,
  lifecycle: Stored<T> & Audited<T>,
  row: StatefulRow<T>,
  more: AuditDetail = {},
  verb: string = row.state,
): Promise<void> {
  const { action, entity, audited } = lifecycle;
  await appendHistory(ctx, lifecycle, row.id);
  await audit(ctx, `${action}.${verb}`, `${entity}:${row.id}`, { ...audited?.(row), ...more });
}

export async function appendHistory(
  { tx, actor }: Pick<Ctx, 'tx' | 'actor'>,
  { table, history }: Pick<Stored<StatefulTable>, 'table' | 'history'>,
  id: string,
): Promise<void> {
  if (!history) return;
  const by = toActorRef(actor);
  const [past, key] = [sql.table(history.table), sql.ref(history.key)];
  const columns = sql.join(['state', ...history.copies].map((column) => sql.ref(column)));
  await sql`
    insert into ${past} (${key}, seq, actor_kind, actor_id, ${columns})
    select id, (select coalesce(max(seq), 0) + 1 from ${past} where ${key} = ${id}), ${by.kind}::text, ${by.id}::text, ${columns}
    from ${sql.table(table)} where id = ${id}`.execute(tx);
}

type Timeline<S> = Readonly<{ state: S; at: string }>[];

export async function findTimelines<S extends string>(
  tx: Tx,
  { history }: Pick<Lifecycle<S, never, never>, 'history' | 'transitions'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Timeline<S>>> {
  if (!history) return new Map();
  const key = sql.ref(history.key);
  const { rows } = await sql<{ id: string; state: S; at: Date }>`
    select ${key} as id, state, at from ${sql.table(history.table)} where ${key} = any(${ids}::uuid[]) order by ${key}, seq`.execute(
    tx,
  );
  const timelines = new Map<string, Timeline<S>>();
  for (const { id, state, at } of rows)
    timelines.set(id, [...(timelines.get(id) ?? []), { state, at: at.toISOString() }]);
  return timelines;
}

type ActorRef = Readonly<{ kind: Actor['kind']; id: string | null }>;

function toActorRef(actor: Actor): ActorRef {
  if (actor.kind === 'customer') return { kind: actor.kind, id: actor.userId };
  if (actor.kind === 'staff') return { kind: actor.kind, id: actor.staffId };
  return { kind: actor.kind, id: actor.kind === 'system' ? actor.name : null };
}
