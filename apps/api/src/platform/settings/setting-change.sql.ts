import { type RawBuilder, type Selectable, sql } from 'kysely';
import { columnJson, columnName, fromColumnJson, propertyName } from '../db/column-names.ts';
import type { Tx } from '../db/db.ts';
import type { PlatformSettingChange } from '../db/schema.gen.ts';
import { allInForce, inForce, type Setting } from './setting.ts';

export type ChangeRow = Readonly<Selectable<PlatformSettingChange>>;

const undated = sql`'{effective_from,change_id}'::text[]`;

/** Rows as the table stores them, and the rows in force at a time for the same keys. */
const storedRows = ({ table, ...setting }: Setting, rows: RawBuilder<unknown>, at: RawBuilder<unknown>) => {
  const key = Object.fromEntries(Object.keys(setting.key).map((column) => [column, sql.ref(`given.${column}`)]));
  return sql`select jsonb_agg(to_jsonb(given) - ${undated} order by place) as rows,
      jsonb_agg(to_jsonb(former) - ${undated} order by place) as rows_before
    from jsonb_array_elements(${rows}) with ordinality as e (typed, place)
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, typed) given
      left join lateral (${inForce({ table, ...setting }, key, { at, select: sql`dated as former` })}) f on true`;
};

type Draft = Readonly<{
  id: string;
  rows: readonly object[];
  takesEffectAt: Date | null;
  reason: string;
  by: string;
}>;

/** False if the id belongs to something else than a draft of this person. */
export async function saveDraft(tx: Tx, setting: Setting, draft: Draft): Promise<boolean> {
  const { id, takesEffectAt, reason, by } = draft;
  const at = sql`coalesce(${takesEffectAt}::timestamptz, now())`;
  const { numAffectedRows } = await sql`
    insert into platform.setting_change as c (id, setting, state, rows, rows_before, takes_effect_at, reason, proposed_by)
    select ${id}::uuid, ${setting.table}, 'draft', rows, rows_before, ${takesEffectAt}::timestamptz, ${reason}, ${by}::uuid
    from (${storedRows(setting, sql`${columnJson(draft.rows)}::jsonb`, at)}) stored
    on conflict (id) do update set rows = excluded.rows, rows_before = excluded.rows_before,
      takes_effect_at = excluded.takes_effect_at, reason = excluded.reason
    where c.state = 'draft' and c.setting = excluded.setting and c.proposed_by = excluded.proposed_by`.execute(tx);
  return numAffectedRows === 1n;
}

export const lockChange = (tx: Tx, { table }: Setting, id: string): Promise<ChangeRow | undefined> =>
  tx
    .selectFrom('platform.setting_change')
    .selectAll()
    .where('id', '=', id)
    .where('setting', '=', table)
    .forUpdate()
    .executeTakeFirst();

/** Compares with the rows in force now. */
export async function markProposed(tx: Tx, setting: Setting, id: string): Promise<void> {
  await sql`with stored as (
      select found.rows_before from platform.setting_change d
        cross join lateral (${storedRows(setting, sql`d.rows`, sql`coalesce(d.takes_effect_at, now())`)}) found
      where d.id = ${id})
    update platform.setting_change set state = 'proposed', proposed_at = now(), rows_before = stored.rows_before
    from stored where id = ${id}`.execute(tx);
}

/** True if the rows that would be replaced are no longer those of the proposal. */
export async function isOutdated(tx: Tx, setting: Setting, id: string): Promise<boolean> {
  const { rows } = await sql`select from platform.setting_change c
      cross join lateral (${storedRows(setting, sql`c.rows`, sql`coalesce(c.takes_effect_at, now())`)}) stored
    where c.id = ${id} and stored.rows_before <> c.rows_before`.execute(tx);
  return rows.length > 0;
}

type RollBack = Readonly<{ id: string; rollsBack: string; reason: string; by: string }>;

/** False if the id is that of another change. */
export async function insertRollBack(tx: Tx, { id, rollsBack, reason, by }: RollBack): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into platform.setting_change (id, setting, state, rows, rows_before, reason, rolls_back, proposed_by)
    select ${id}, setting, 'proposed', rows_before, rows, ${reason}, id, ${by}
    from platform.setting_change where id = ${rollsBack} on conflict (id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function markWithdrawn(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('platform.setting_change').set({ state: 'withdrawn' }).where('id', '=', id).execute();
}

/** A proposal for the start of the transaction, by nobody: for a moment that is undone. */
export async function insertAsIf(tx: Tx, setting: Setting, { id, rows }: Pick<Draft, 'id' | 'rows'>): Promise<void> {
  await sql`
    insert into platform.setting_change (id, setting, state, rows, rows_before, takes_effect_at, reason, proposed_by)
    select ${id}::uuid, ${setting.table}, 'proposed', rows, rows_before, now(), 'as if in force', ${id}::uuid
    from (${storedRows(setting, sql`${columnJson(rows)}::jsonb`, sql`now()`)}) stored`.execute(tx);
}

type ChangedRow = Readonly<Record<string, unknown>>;

/** The complete rows of a change, as the table stores them. */
export async function selectRowsOfChange(tx: Tx, { table }: Setting, id: string): Promise<ChangedRow[] | undefined> {
  const { rows } = await sql<{ rows: object[] }>`
    select rows from platform.setting_change where id = ${id} and setting = ${table}`.execute(tx);
  return rows[0]?.rows.map((row) => fromColumnJson<ChangedRow>(row));
}

/** What a change replaced; null for a first row. */
export async function selectRowsBefore(
  tx: Tx,
  { table }: Setting,
  id: string,
): Promise<(ChangedRow | null)[] | undefined> {
  const { rows } = await sql<{ rows: (object | null)[] }>`
    select rows_before as rows from platform.setting_change where id = ${id} and setting = ${table}`.execute(tx);
  return rows[0]?.rows.map((row) => row && fromColumnJson<ChangedRow>(row));
}

type Decision = Readonly<{ id: string; state: 'approved' | 'rejected'; by: string; note: string | null }>;

/** The database puts the rows of an approved change in force. */
export async function decideChange(tx: Tx, { id, state, by, note }: Decision): Promise<void> {
  await tx
    .updateTable('platform.setting_change')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, decisionNote: note })
    .where('id', '=', id)
    .execute();
}

export type ChangeState =
  | 'draft'
  | 'proposed'
  | 'withdrawn'
  | 'rejected'
  | 'scheduled'
  | 'live'
  | 'retired'
  | 'rolled_back';
type ColumnChange = Readonly<{ column: string; from: string | null; to: string | null }>;

/** Values are text, so that amounts stay exact. */
export type SettingChangeView = Readonly<{
  uid: string;
  state: ChangeState;
  rows: readonly Readonly<{
    key: Readonly<Record<string, string>>;
    isNew: boolean;
    changes: readonly ColumnChange[];
  }>[];
  takesEffectAt: Date | null;
  reason: string;
  rollsBack: string | null;
  proposedBy: string;
  proposedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string | null;
}>;

/** Latest first. */
export async function selectChanges(tx: Tx, setting: Setting, id: string | null): Promise<SettingChangeView[]> {
  const keys = sql`${Object.keys(setting.key).map(columnName)}::text[]`;
  const { rows } = await sql<SettingChangeView>`
    with in_force as (${allInForce(setting, {}, { at: sql`clock_timestamp()` })})
    select c.id as uid, case
        when c.state <> 'approved' then c.state
        when exists (select from platform.setting_change r where r.rolls_back = c.id and r.state = 'approved') then 'rolled_back'
        when exists (select from in_force f where f.change_id = c.id) then 'live'
        when c.takes_effect_at > clock_timestamp() and exists (select from ${sql.table(setting.table)} s where s.change_id = c.id) then 'scheduled'
        else 'retired' end as state,
      (select jsonb_agg(jsonb_build_object('isNew', former = 'null', 'key', (
          select coalesce(jsonb_object_agg(column_name, value), '{}') from jsonb_each_text(known) as k (column_name, value)
          where column_name = any (${keys})), 'changes', (
          select coalesce(jsonb_agg(jsonb_build_object('column', name, 'from', former ->> name, 'to', planned ->> name) order by name), '[]')
          from jsonb_object_keys(known) as name
          where name <> all (${keys}) and planned -> name is distinct from former -> name)) order by place)
        from rows from (jsonb_array_elements(c.rows), jsonb_array_elements(c.rows_before)) with ordinality as e (planned, former, place)
          cross join lateral (select case when planned = 'null' then former else planned end as known) k) as rows,
      c.takes_effect_at, c.reason, c.rolls_back, c.proposed_by,
      c.proposed_at, c.decided_by, c.decided_at, c.decision_note as note
    from platform.setting_change c
    where c.setting = ${setting.table} and (${id}::uuid is null or c.id = ${id})
    order by c.proposed_at desc, c.id desc limit 500`.execute(tx);
  return rows.map((change) => ({
    ...change,
    rows: change.rows.map(({ key, changes, ...row }) => ({
      ...row,
      key: fromColumnJson(key),
      changes: changes.map((each) => ({ ...each, column: propertyName(each.column) })),
    })),
  }));
}
