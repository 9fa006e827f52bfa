import { createHash } from 'node:crypto';
import type { Violation } from '@larkmere/ledger/invariants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { protectedTables, uncoveredColumns } from '../../db/protected-tables.ts';
import { type Column, columnsOf, otherValue } from '../../test/fixtures/database-columns.ts';
import { fillEmptyTables } from '../../test/fixtures/fill-tables.ts';
import { seedActivity } from '../../test/fixtures/sample-activity.ts';
import { createVerifiedDatabase } from '../../test/fixtures/verified-database.ts';
import type { Fault } from './fault.ts';

// Random edits, swaps, deletions, copies and forged records in every protected table, with triggers disabled. The
// verifier must name each with its table and key.
const rounds = Number(process.env.TAMPERINGS ?? 24);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
console.log(`protected tables: TAMPERINGS=${rounds} SEED=${seed}`);

const { db, url, client, sign, verify, brokenLaws, undone } = await createVerifiedDatabase();
type Table = Readonly<{ name: string; columns: readonly Column[]; key: string }>;
let tables: Table[] = [];
let lawsBroken: Set<string>;

beforeAll(async () => {
  await client.query(`set timezone = 'UTC'`);
  await seedActivity(db);
  await fillEmptyTables(client, url);
  await sign();
  lawsBroken = new Set((await brokenLaws()).map(textOf));
  tables = [...(await columnsOf(client))]
    .filter(([name]) => name in protectedTables)
    .map(([name, columns]) => ({ name, columns, key: keyOf(columns) }));
});

// These rows belong to no transfer and would fail the check of the books at the end of the suite. A set-up that failed may
// have left a transaction open, in which nothing else would run.
afterAll(async () => {
  await client.query('rollback');
  await client.query(
    'set session_replication_role = replica; delete from ledger.reversal; delete from ledger.authorisation',
  );
});

const textOf = ({ law, count, example }: Violation): string => `${law} ${count} ${example}`;

const keyOf = (columns: readonly Column[]): string =>
  `concat_ws('/', ${columns.filter(({ isKey }) => isKey).map(({ name }) => `to_jsonb(r) ->> '${name}'`)})`;

let drawn = 0;
function below(n: number): number {
  drawn += 1;
  return createHash('sha256').update(`${seed}.${drawn}`).digest().readUInt32BE() % n;
}
const of = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const assigned = (column: Column): string => `"${column.name}" = ${otherValue(column)}`;
const list = (columns: readonly Column[], from = ''): string =>
  columns.map(({ name }) => `${from}"${name}"`).join(', ');

type Tampering = Readonly<{
  what: string;
  statements: string[];
  isNamed: (faults: Fault[], laws: string[]) => boolean;
}>;
const named = (key: string) => (faults: Fault[]) => faults.some((fault) => fault.kind === 'row' && fault.key === key);

function edit({ name, columns, key }: Table, row: string): Tampering {
  const { recomputed = {}, ignored = {} } = protectedTables[name] ?? {};
  const column = of(columns.filter((each) => !(each.name in ignored) && !each.isGenerated));
  const isRecomputed = column.name in recomputed;
  return {
    what: `edit ${name}.${column.name}`,
    statements: [`update ${name} r set ${assigned(column)} where ${key} = '${row}'`],
    isNamed: (faults, laws) =>
      isRecomputed
        ? faults.some((fault) => fault.kind === 'account' && fault.key === row) || laws.some((law) => law.endsWith(row))
        : named(`${name} ${row}`)(faults),
  };
}

const erase = ({ name, key }: Table, row: string): Tampering => ({
  what: `delete ${name}`,
  statements: [`delete from ${name} r where ${key} = '${row}'`],
  isNamed: named(`${name} ${row}`),
});

function copy({ name, columns, key }: Table, row: string): Tampering {
  const written = columns.filter(({ isGenerated }) => !isGenerated);
  const values = written.map((column) => (column.isKey ? otherValue(column) : `r."${column.name}"`));
  return {
    what: `copy ${name}`,
    statements: [
      `insert into ${name} (${list(written)}) select ${values.join(', ')} from ${name} r where ${key} = '${row}'`,
    ],
    isNamed: (faults) =>
      faults.some(
        ({ kind, key: found, reason }) =>
          kind === 'row' && found.startsWith(`${name} `) && reason.startsWith('was never'),
      ),
  };
}

function swap({ name, columns, key }: Table, row: string, other: string): Tampering {
  const kept = new Set(uncoveredColumns(protectedTables[name] ?? {}));
  const moved = columns.filter((column) => !column.isKey && !column.isGenerated && !kept.has(column.name));
  const set = moved.map((column) => `"${column.name}" = o."${column.name}"`).join(', ');
  const otherKey = key.replaceAll('to_jsonb(r)', 'to_jsonb(o)');
  return {
    what: `swap ${name}`,
    statements: [
      `update ${name} r set ${set} from ${name} o where (${key}, ${otherKey}) in (('${row}', '${other}'), ('${other}', '${row}'))`,
    ],
    isNamed: named(`${name} ${row}`),
  };
}

function forge(table: Table, row: string): Tampering {
  const { name, key } = table;
  const column = of(
    table.columns.filter(
      (each) => !each.isKey && !each.isGenerated && !uncoveredColumns(protectedTables[name] ?? {}).includes(each.name),
    ),
  );
  const uncovered = `'{${uncoveredColumns(protectedTables[name] ?? {})}}'::text[]`;
  return {
    what: `forge ${name}`,
    statements: [
      `update ${name} r set ${assigned(column)} where ${key} = '${row}'`,
      `update audit_chain.row_change c set digest = audit_chain.row_digest(to_jsonb(r), ${uncovered}) from ${name} r where ${key} = '${row}'
        and c.id = (select max(id) from audit_chain.row_change where (table_name, row_key) = ('${name}', '${row}'))`,
    ],
    isNamed: (faults) =>
      faults.some(({ kind, reason }) => kind === 'row_change' && reason === 'was changed after it had been sealed'),
  };
}

async function keysOf({ name, key }: Table): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select ${key} as key from ${name} r order by md5(${key} || '${below(1000)}') limit 2`,
  );
  return rows.map((row) => row.key);
}

const kinds = [edit, erase, copy, forge, swap, edit, edit];

/** Kinds take turns; `undefined` if the table has no rows for this kind. */
async function draw(table: Table, nth: number): Promise<Tampering | undefined> {
  const [row = '', other = ''] = await keysOf(table);
  const kind = kinds[nth % kinds.length] ?? edit;
  const hasMore = table.columns.some(
    ({ isKey, name }) => !isKey && !uncoveredColumns(protectedTables[table.name] ?? {}).includes(name),
  );
  if (kind === forge && !hasMore) return undefined;
  if (kind === swap && !(hasMore && other !== '' && (await differ(table, row, other)))) return undefined;
  return kind(table, row, other);
}

async function drawFromAnyTable(nth: number): Promise<Tampering> {
  for (;;) {
    const drawn = await draw(of(tables), nth);
    if (drawn) return drawn;
  }
}

async function differ({ name, columns, key }: Table, row: string, other: string): Promise<boolean> {
  const left = [
    ...columns.filter(({ isKey }) => isKey).map((column) => column.name),
    ...uncoveredColumns(protectedTables[name] ?? {}),
  ];
  const { rows } = await client.query(
    `select from ${name} r where ${key} in ('${row}', '${other}') group by to_jsonb(r) - '{${left}}'::text[]`,
  );
  return rows.length === 2;
}

test('finds nothing in untouched rows', async () => {
  expect(await verify()).toEqual([]);
});

test(`${rounds} random changes of protected tables are found`, { timeout: 1_800_000 }, async () => {
  const missed: unknown[] = [];
  const seen = new Map<string, number>();
  for (let i = 0; i < rounds; i += 1) {
    const { what, statements, isNamed } = await drawFromAnyTable(i);
    seen.set(what.split(' ')[0] ?? '', (seen.get(what.split(' ')[0] ?? '') ?? 0) + 1);
    await undone(async () => {
      let changed = 0;
      for (const statement of statements) changed += (await client.query(statement)).rowCount ?? 0;
      expect(changed, what).toBeGreaterThan(0);
      const faults = await verify();
      const laws = (await brokenLaws()).map(textOf).filter((law) => !lawsBroken.has(law));
      if (!isNamed(faults, laws)) missed.push({ i, what, statements, faults: faults.slice(0, 3), laws });
    });
  }
  console.log(`protected tables: ${JSON.stringify(Object.fromEntries(seen))}`);
  expect(missed).toEqual([]);
  expect([...seen.keys()].toSorted()).toEqual(['copy', 'delete', 'edit', 'forge', 'swap']);
});
