import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { propertyName } from '../apps/api/src/platform/db/column-names.ts';
import { typedColumns } from './column-types.ts';
import { migrate } from './migrate.ts';
import { startTemporaryPostgres } from './postgres/temporary.ts';

const target = join(import.meta.dirname, '../apps/api/src/platform/db/schema.gen.ts');

async function generate(): Promise<void> {
  const { url, stop } = await startTemporaryPostgres();
  try {
    await migrate(url);
    const options = {
      '--dialect': 'postgres',
      '--url': url,
      '--out-file': target,
      '--exclude-pattern': '(migration|public).*',
      '--type-mapping': JSON.stringify({ int8: 'bigint', date: 'string' }),
      '--overrides': JSON.stringify({ columns: await narrowTypes(url) }),
    };
    execFileSync('kysely-codegen', Object.entries(options).flat(), { stdio: 'inherit' });
    writeFileSync(target, `${heading}${nameColumns(readFileSync(target, 'utf8'))}`);
  } finally {
    await stop();
  }
}

type Column = Readonly<{ name: string; type: string; check: string | null; isNullable: boolean; hasDefault: boolean }>;

/**
 * Types narrower than that of the column, by table and column: a column of three letters is a currency, one that names
 * an account or operation of the ledger is that, one whose check lists its values is one of them, and some are given.
 */
async function narrowTypes(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Column>(`
      select concat_ws('.', n.nspname, c.relname, a.attname) as name, format_type(a.atttypid, a.atttypmod) as type,
        (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ARRAY[%') as check,
        not a.attnotnull as "isNullable", a.atthasdef as "hasDefault"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
        and n.nspname !~ '^(pg_|(information_schema|migration|public)$)'`);
    return Object.fromEntries(
      rows.flatMap((column) => {
        const type = nameOfType(column) ?? listedValues(column);
        return type ? [[column.name, asColumn(type, column)]] : [];
      }),
    );
  } finally {
    await client.end();
  }
}

const typeByColumn = new Map(typedColumns.flatMap(({ type, columns }) => columns.map((name) => [name, type])));

/** Columns whose type shows only in what they are called or where they are. */
function nameOfType({ name, type }: Column): string | undefined {
  const given = typeByColumn.get(name);
  if (given !== undefined)
    return type === 'jsonb' ? `JsonOf<${given}>` : type.endsWith('[]') ? `Array<${given}>` : given;
  if (type === 'character(3)' || name === 'rate.manual_rate.currency') return 'Currency';
  if (type === 'bigint' && /\.(from_account|to_account|ledger_account_id|credited_account)$/.test(name))
    return 'AccountId';
  return type === 'uuid' && /\.(operation_id|hold_id)$/.test(name) ? 'OperationId' : undefined;
}

function listedValues({ type, check }: Column): string | undefined {
  const list = /^CHECK \(\(\w+ (?:= ANY \(|<@ )\(?ARRAY\[(.+)\]/.exec(check ?? '')?.[1];
  const values = list?.match(/'[^']+'(?=::text)/g);
  if (!values) return undefined;
  return type.endsWith('[]') ? `Array<${values.join(' | ')}>` : values.join(' | ');
}

function asColumn(type: string, { isNullable, hasDefault }: Column): string {
  const known = isNullable ? `${type} | null` : type;
  return hasDefault ? `Generated<${known}>` : known;
}

const namedTypes: readonly (readonly [from: string, type: string])[] = [
  ['@larkmere/ledger/types', 'AccountId'],
  ['@larkmere/ledger/types', 'OperationId'],
  ['@larkmere/money/money', 'Currency'],
  ...typedColumns.flatMap(({ from, type }) => (from ? [[from, /[A-Z]\w*/.exec(type)?.[0] ?? type] as const] : [])),
];

const importLines = [...Map.groupBy(namedTypes, ([from]) => from)].map(
  ([from, types]) => `import type { ${[...new Set(types.map(([, type]) => type))].join(', ')} } from '${from}';`,
);

const heading = [
  ...importLines,
  '',
  '/** A list is written as the text of its JSON, because the driver writes it as an array of SQL. */',
  'type JsonOf<T> = ColumnType<T, T | string, T | string>;',
  '',
].join('\n');

/** Columns are named in camel case, as the dialect names them. Tables keep the names that SQL calls them by. */
function nameColumns(text: string): string {
  const [tables = '', ...database] = text.split(/(?=^export interface DB )/m);
  return [tables.replaceAll(/^ {2}\w+(?=: )/gm, propertyName), ...database].join('');
}

await generate();
