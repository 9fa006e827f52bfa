import type { StaffArea } from '@larkmere/contract/back-office/permissions';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../db/db.ts';

export type Columns = Readonly<Record<string, z.ZodType>>;

/**
 * A table whose rows take effect at a time: `key` columns, `effective_from`, `values` and `change_id`. The last row of a
 * key whose time has come is in force. Amounts are minor units, decimals exact text.
 */
export type Setting<Key extends Columns = Columns, Values extends Columns = Columns> = Readonly<{
  table: string;
  /** Key of the message with its name. */
  label: string;
  key: Key;
  values: Values;
  /** Staff with `view` read it, with `act` propose changes, with `approve` put them in force. */
  area: StaffArea;
}>;

export type Read<Given extends Columns> = Readonly<{ [Column in keyof Given]: z.infer<Given[Column]> }>;
export type SettingKey<S extends Setting> = Read<S['key']>;
export type SettingRow<S extends Setting> = SettingKey<S> & Read<S['values']>;

type Definition<Key extends Columns, Values extends Columns> = Omit<Setting<Key, Values>, 'area' | 'label'> &
  Partial<Pick<Setting, 'area'>>;

export const defineSetting = <const Key extends Columns, const Values extends Columns>({
  area = 'rules',
  ...definition
}: Definition<Key, Values>): Setting<Key, Values> => ({ ...definition, label: `setting.${definition.table}`, area });

/** An amount in minor units, up to ten times the most that a message of SEPA or SWIFT carries in any currency. */
export const minorUnits = z.bigint().nonnegative().max(100_000_000_000_000n);
export const basisPoints = z.int().min(0).max(10_000);

/** Values, or columns of the surrounding query. */
type Where<Key extends Columns> = Readonly<{ [Column in keyof Key]: z.infer<Key[Column]> | RawBuilder<unknown> }>;
type Moment = Date | RawBuilder<unknown>;
type Options = Readonly<{
  at?: Moment;
  /** Of `dated`, the alias of the row. */
  select?: RawBuilder<unknown>;
}>;

const conditions = (where: Readonly<Record<string, unknown>>): RawBuilder<unknown>[] =>
  Object.entries(where).map(([column, value]) => sql`${sql.ref(`dated.${column}`)} = ${value}`);

const inForceWhere = ({ table }: Setting, where: Readonly<Record<string, unknown>>, { at, select }: Options) =>
  sql`select ${select ?? sql`dated.*`} from ${sql.table(table)} as dated
    where ${sql.join([...conditions(where), sql`dated.effective_from <= ${at ?? sql`now()`}`], sql` and `)}`;

/** The query for the row in force, also for joins: one step in the index of the primary key. */
export const inForce = <Key extends Columns, Values extends Columns>(
  setting: Setting<Key, Values>,
  where: Where<Key>,
  options: Options = {},
): RawBuilder<Read<Key> & Read<Values>> =>
  sql`${inForceWhere(setting, where, options)} order by dated.effective_from desc limit 1`;

/** The query for the rows in force of all keys, or of those with these columns. */
export const allInForce = <Key extends Columns, Values extends Columns>(
  setting: Setting<Key, Values>,
  where: Partial<Where<Key>> = {},
  options: Options = {},
): RawBuilder<Read<Key> & Read<Values>> => {
  const keys = Object.keys(setting.key);
  // Without keys there is nothing to name.
  if (keys.length === 0) return inForce(setting, where as Where<Key>, options);
  const columns = sql.join(keys.map((column) => sql.ref(`dated.${column}`)));
  const select = sql`distinct on (${columns}) ${options.select ?? sql`dated.*`}`;
  return sql`${inForceWhere(setting, where, { ...options, select })} order by ${columns}, dated.effective_from desc`;
};

export async function readSetting<Key extends Columns, Values extends Columns>(
  tx: Tx,
  setting: Setting<Key, Values>,
  key: Read<Key>,
  at?: Moment,
): Promise<(Read<Key> & Read<Values>) | undefined> {
  const { rows } = await inForce(setting, key, at && { at }).execute(tx);
  return rows[0];
}

/** Throws without a row: for settings that the initial data contains. */
export async function requireSetting<Key extends Columns, Values extends Columns>(
  tx: Tx,
  setting: Setting<Key, Values>,
  key: Read<Key>,
  at?: Moment,
): Promise<Read<Key> & Read<Values>> {
  const row = await readSetting(tx, setting, key, at);
  if (!row) throw new Error(`no row of ${setting.table} is in force for ${Object.values(key).join(' ')}`);
  return row;
}

export async function listSettings<Key extends Columns, Values extends Columns>(
  tx: Tx,
  setting: Setting<Key, Values>,
  where: Partial<Read<Key>> = {},
  at?: Moment,
): Promise<(Read<Key> & Read<Values>)[]> {
  const { rows } = await allInForce(setting, where, at && { at }).execute(tx);
  return rows;
}

type Version = Readonly<{
  effectiveFrom: Date;
  /** Null: initial data. */
  changeId: string | null;
  reason: string | null;
  proposedBy: string | null;
  approvedBy: string | null;
}>;

/** All rows with their authors, also those of the future, latest first. */
export async function settingHistory<Key extends Columns, Values extends Columns>(
  tx: Tx,
  { table }: Setting<Key, Values>,
  where: Partial<Read<Key>> = {},
): Promise<(Read<Key> & Read<Values> & Version)[]> {
  const { rows } = await sql<Read<Key> & Read<Values> & Version>`
    select dated.*, c.reason, c.proposed_by, c.decided_by as approved_by from ${sql.table(table)} as dated
      left join platform.setting_change c on c.id = dated.change_id
    where ${sql.join([sql`true`, ...conditions(where)], sql` and `)}
    order by dated.effective_from desc limit 500`.execute(tx);
  return rows;
}
