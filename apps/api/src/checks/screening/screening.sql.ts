import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { inForce } from '../../platform/settings/setting.ts';
import type { ListedName } from './match-names.ts';
import { screeningThreshold } from './screening.settings.ts';
import type { ScreeningHit } from './screening.ts';

type ScreeningTerms = Readonly<{ version: bigint; sha256: string; threshold: number }>;

const selectTerms = batchLoader(
  'reads',
  async (tx, queries: readonly null[]): Promise<(ScreeningTerms | undefined)[]> => {
    const { rows } = await sql<{ version: bigint; sha256: string; thousandths: number }>`
      select version, encode(sha256, 'hex') as sha256,
        (${inForce(screeningThreshold, {}, { select: sql`thousandths` })}) as thousandths
      from screening.sanctions_list order by version desc limit 1`.execute(tx);
    const [row] = rows;
    return queries.map(() => row && { version: row.version, sha256: row.sha256, threshold: row.thousandths / 1000 });
  },
);

export const selectCurrentTerms = (tx: Tx): Promise<ScreeningTerms | undefined> => selectTerms(tx, null);

export const selectListedNames = async (tx: Tx, version: bigint): Promise<ListedName[]> =>
  tx.selectFrom('screening.entry').select(['entryId', 'name', 'regime']).where('listVersion', '=', version).execute();

type NewSanctionsList = Readonly<{ source: string; sha256: Buffer; names: readonly ListedName[] }>;

export async function insertSanctionsList(
  tx: Tx,
  { source, sha256, names }: NewSanctionsList,
): Promise<bigint | undefined> {
  await acquireLocks(tx, ['screening.sanctions_list']);
  const last = await tx
    .selectFrom('screening.sanctions_list')
    .select('sha256')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.sha256.equals(sha256)) return undefined;
  const { version } = await tx
    .insertInto('screening.sanctions_list')
    .values({ source, sha256, names: names.length })
    .returning('version')
    .executeTakeFirstOrThrow();
  await sql`
    insert into screening.entry (list_version, entry_id, name, regime)
    select ${version}::bigint, entry_id, name, regime
    from jsonb_to_recordset(${columnJson(names)}::jsonb) as n (entry_id text, name text, regime text)`.execute(tx);
  return version;
}

export async function insertHits(tx: Tx, paymentId: string, hits: readonly ScreeningHit[]): Promise<void> {
  await tx
    .insertInto('screening.hit')
    .values(
      hits.map(({ subject, listVersion, entryId, name, regime, score, rule }) => ({
        paymentId,
        subject,
        listVersion,
        entryId,
        name,
        regime,
        score: String(score),
        rule,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
