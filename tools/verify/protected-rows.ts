import type { ClientBase } from 'pg';
import { protectedTables, uncoveredColumns } from '../../db/protected-tables.ts';
import { recordsMatchPostings } from '../cross-checks/records-match-postings.ts';
import type { Fault } from './fault.ts';
import { rowsOf } from './pages.ts';

const appRole = 'larkmere_app';
const maxFaults = 100;

export type Rows = Readonly<{ tables: number; rowChanges: bigint; faults: Fault[] }>;

/**
 * Compares every row of the protected tables with its last recorded digest. Tables, columns and digests come from our
 * own list and code, not from the database under check.
 */
export async function checkRows(client: ClientBase, most = maxFaults): Promise<Rows> {
  await client.query(`set local timezone = 'UTC'; set local bytea_output = 'hex'`);
  const [[changes, missing] = []] = await rowsOf(
    client,
    `select (select count(*) from audit_chain.row_change),
      (select string_agg(name, ', ' order by name) from unnest($1::text[]) name where to_regclass(name) is null)`,
    [arrayOf(Object.keys(protectedTables))],
  );
  const gone: Fault[] = missing ? [{ kind: 'row', key: missing, reason: 'does not exist' }] : [];
  const faults =
    gone.length > 0
      ? gone
      : [
          ...(await findAltered(client, most)),
          ...(await findUnexplained(client)),
          ...(await findUnrecorded(client)),
          ...(await findUnlike(client)),
        ];
  return { tables: Object.keys(protectedTables).length, rowChanges: BigInt(changes ?? 0), faults };
}

const arrayOf = (texts: readonly string[]): string => `{${texts.join(',')}}`;

async function digestsOf(client: ClientBase): Promise<string> {
  const keys = await rowsOf(
    client,
    `select name, string_agg(attname::text, ',' order by array_position(indkey::int[], attnum::int))
     from unnest($1::text[]) name join pg_index on indrelid = to_regclass(name) and indisprimary
     join pg_attribute on attrelid = indrelid and attnum = any (indkey) group by name`,
    [arrayOf(Object.keys(protectedTables))],
  );
  const keyOf = new Map(keys.map(([name, key]) => [name, key ?? '']));
  return Object.entries(protectedTables)
    .map(([name, protection]) => {
      const key = (keyOf.get(name) ?? '').split(',').map((column) => `content ->> '${column}'`);
      return `select '${name}', concat_ws('/', ${key.join(', ')}),
        sha256(convert_to((content - '${arrayOf(uncoveredColumns(protection))}'::text[])::text, 'UTF8'))
      from (select to_jsonb(r) as content from ${name} r offset 0) contents`;
    })
    .join('\nunion all ');
}

async function findAltered(client: ClientBase, most: number): Promise<Fault[]> {
  const altered = await rowsOf(
    client,
    `with present (table_name, row_key, digest) as (${await digestsOf(client)}),
     recorded as (select distinct on (table_name, row_key) table_name, row_key, digest, id from audit_chain.row_change
       order by table_name, row_key, id desc)
     select table_name || ' ' || row_key,
       case when present.digest is null then 'is gone'
         when recorded.digest is null then 'was never recorded: it was inserted past the record of changes'
         else 'was changed past the record of changes' end
     from present full join recorded using (table_name, row_key)
     where present.digest is distinct from recorded.digest order by recorded.id nulls last, 1 limit ${most}`,
  );
  return altered.map(([key, why]) => ({ kind: 'row', key: key ?? '', reason: why ?? '' }));
}

/** The application writes with its own role. Anybody else must write an audit row in the same transaction. */
async function findUnexplained(client: ClientBase): Promise<Fault[]> {
  const unexplained = await rowsOf(
    client,
    `select table_name || ' ' || row_key, changed_by, min(at) from audit_chain.row_change r
     where changed_by <> $1 and not exists (select from platform.audit a where a.recorded_in = r.recorded_in)
     group by 1, 2 order by min(id) limit ${maxFaults}`,
    [appRole],
  );
  return unexplained.map(([key, role, at]) => ({
    kind: 'row',
    key: key ?? '',
    reason: `was changed by the database role ${role} at ${at}, without an audit row in the same transaction`,
  }));
}

async function findUnrecorded(client: ClientBase): Promise<Fault[]> {
  const unrecorded = await rowsOf(
    client,
    `select name from unnest($1::text[]) name where 3 <> (select count(*) from pg_trigger
       where tgrelid = to_regclass(name) and tgname like 'row\\_%\\_recorded' and tgenabled = 'O') order by 1`,
    [arrayOf(Object.keys(protectedTables))],
  );
  return unrecorded.map(([name]) => ({
    kind: 'row',
    key: name ?? '',
    reason: 'has no triggers that record its changes: they were dropped or disabled',
  }));
}

/** What no digest covers is compared with covered rows. */
async function findUnlike(client: ClientBase): Promise<Fault[]> {
  const compared = [
    [
      'payment.payment',
      'the state of a payment is its last transition',
      'is in another state than its last transition',
    ],
    ['document.content', 'a document is stored as uploaded', 'is not what was uploaded'],
  ] as const;
  const faults: Fault[] = [];
  for (const [table, law, reason] of compared) {
    const rows = await rowsOf(client, `select * from (${recordsMatchPostings[law]}) unlike limit ${maxFaults}`);
    faults.push(
      ...rows.map(([thing]) => ({ kind: 'row' as const, key: `${table} ${thing?.split(' ').at(-1)}`, reason })),
    );
  }
  return faults;
}
