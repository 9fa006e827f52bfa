import type { BreakerService } from '@larkmere/contract/back-office/service-breaker';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ServiceControlBreaker } from '../../platform/db/schema.gen.ts';

export type BreakerRow = Readonly<Selectable<ServiceControlBreaker>>;

export const selectBreakers = (tx: Tx): Promise<BreakerRow[]> =>
  tx.selectFrom('service_control.breaker').selectAll().orderBy('service').execute();

export const lockBreaker = (tx: Tx, service: BreakerService): Promise<BreakerRow | undefined> =>
  tx.selectFrom('service_control.breaker').selectAll().where('service', '=', service).forUpdate().executeTakeFirst();

type Change = Updateable<ServiceControlBreaker>;

export async function updateBreaker(tx: Tx, service: BreakerService, change: Change): Promise<void> {
  await tx
    .updateTable('service_control.breaker')
    .set({ ...change, changedAt: sql`now()` })
    .where('service', '=', service)
    .execute();
}

/** The new version; undefined if another process or a member of staff was faster. */
export async function saveState(
  tx: Tx,
  { service, version }: Pick<BreakerRow, 'service' | 'version'>,
  change: Change,
): Promise<bigint | undefined> {
  const saved = await tx
    .updateTable('service_control.breaker')
    .set({ ...change, changedAt: sql`now()`, changedBy: null })
    .where('service', '=', service)
    .where('version', '=', version)
    .where('mode', '=', 'auto')
    .returning('version')
    .executeTakeFirst();
  return saved?.version;
}

/** Services whose breaker lets no new call through. */
export async function selectStoppedServices(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`
    select service from service_control.breaker where mode = 'forced_off' or (mode = 'auto' and state = 'open')`.execute(
    tx,
  );
  return rows.map(({ service }) => service);
}
