import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import { lockAll } from '../kernel/lock.ts';
import type { ListedName } from './match-names.ts';
import type { Hit } from './screening.ts';

type Terms = Readonly<{ version: bigint; threshold: number }>;

const readTerms = gathered('reads', async (tx, asked: readonly null[]): Promise<(Terms | undefined)[]> => {
  const { rows } = await sql<{ version: bigint | null; thousandths: number }>`
    select (select max(version) from screening.list) as version,
      (select thousandths from screening.threshold where effective_from <= now() order by effective_from desc limit 1) as thousandths
  `.execute(tx);
  const [row] = rows;
  return asked.map(() =>
    row && row.version !== null ? { version: row.version, threshold: row.thousandths / 1000 } : undefined,
  );
});

export const currentTerms = (tx: Tx): Promise<Terms | undefined> => readTerms(tx, null);

export const namesOf = async (tx: Tx, version: bigint): Promise<ListedName[]> =>
  tx
    .selectFrom('screening.entry')
    .select(['entry_id as entryId', 'name', 'regime'])
    .where('list_version', '=', version)
    .execute();

type NewList = Readonly<{ source: string; sha256: Buffer; names: readonly ListedName[] }>;

export async function insertList(tx: Tx, { source, sha256, names }: NewList): Promise<bigint | undefined> {
  await lockAll(tx, ['screening.list']);
  const last = await tx
    .selectFrom('screening.list')
    .select('sha256')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.sha256.equals(sha256)) return undefined;
  const { version } = await tx
    .insertInto('screening.list')
    .values({ source, sha256, names: names.length })
    .returning('version')
    .executeTakeFirstOrThrow();
  await sql`
    insert into screening.entry (list_version, entry_id, name, regime)
    select ${version}::bigint, "entryId", name, regime
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n ("entryId" text, name text, regime text)`.execute(tx);
  return version;
}

export async function insertHits(tx: Tx, paymentId: string, hits: readonly Hit[]): Promise<void> {
  await tx
    .insertInto('screening.hit')
    .values(
      hits.map(({ subject, listVersion, entryId, name, regime, score, rule }) => ({
        payment_id: paymentId,
        subject,
        list_version: listVersion,
        entry_id: entryId,
        name,
        regime,
        score: String(score),
        rule,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
