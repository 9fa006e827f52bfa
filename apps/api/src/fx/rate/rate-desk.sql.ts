import type { Currency } from '@larkmere/money/money';
import { formatRate, type Rate } from '@larkmere/money/rate';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { RateManualRate, RateSource } from '../../platform/db/schema.gen.ts';
import { perEuroOf, storedDecimals } from './rate.sql.ts';

export type SourceRow = Readonly<Selectable<RateSource>>;
export type ManualRateRow = Readonly<Selectable<RateManualRate>>;

/** Known from its first request on, also while it does not answer. */
export async function registerSources(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`insert into rate.source (name) select unnest(${names}::text[]) on conflict do nothing`.execute(tx);
}

export async function markAnswered(tx: Tx, name: string): Promise<void> {
  await sql`update rate.source set answered_at = now() where name = ${name}`.execute(tx);
}

export const selectSources = (tx: Tx): Promise<SourceRow[]> =>
  tx.selectFrom('rate.source').selectAll().orderBy('name').execute();

export const lockSource = (tx: Tx, name: string): Promise<SourceRow | undefined> =>
  tx.selectFrom('rate.source').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();

const nobody = { askedBy: null, askedAt: null, askedFor: null };

type SourceChange = Readonly<{ name: string; isOn: boolean; by: string; reason: string }>;

export async function switchSource(tx: Tx, { name, isOn, by, reason }: SourceChange): Promise<void> {
  const change = { isOn, changedBy: by, changedAt: sql<Date>`now()`, reason, ...nobody };
  await tx.updateTable('rate.source').set(change).where('name', '=', name).execute();
}

export async function askForSource(tx: Tx, { name, by, reason }: Omit<SourceChange, 'isOn'>): Promise<void> {
  const request = { askedBy: by, askedAt: sql<Date>`now()`, askedFor: reason };
  await tx.updateTable('rate.source').set(request).where('name', '=', name).execute();
}

export async function dropRequestForSource(tx: Tx, name: string): Promise<void> {
  await tx.updateTable('rate.source').set(nobody).where('name', '=', name).execute();
}

/** The last rate of a source, also if staff set another. */
export async function selectLastKnown(tx: Tx, currency: Currency): Promise<Rate | undefined> {
  const row = await tx.selectFrom('rate.latest').select('perEuro').where('currency', '=', currency).executeTakeFirst();
  return row && perEuroOf(currency, row.perEuro);
}

type Proposal = Readonly<{ id: string; perEuro: Rate; lastKnown: Rate; endsAt: Date; reason: string; by: string }>;

export async function insertManualRate(
  tx: Tx,
  { id, perEuro, lastKnown, endsAt, reason, by }: Proposal,
): Promise<void> {
  await tx
    .insertInto('rate.manual_rate')
    .values({
      id,
      currency: perEuro.quote,
      perEuro: formatRate(perEuro, storedDecimals),
      lastKnown: formatRate(lastKnown, storedDecimals),
      endsAt,
      reason,
      state: 'proposed',
      proposedBy: by,
    })
    .execute();
}

export const lockManualRate = (tx: Tx, id: string): Promise<ManualRateRow | undefined> =>
  tx.selectFrom('rate.manual_rate').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Those that wait or are in force, then the last others. */
export const selectManualRates = (tx: Tx): Promise<ManualRateRow[]> =>
  tx
    .selectFrom('rate.manual_rate')
    .selectAll()
    .orderBy(sql`state = 'proposed' or (state = 'approved' and ends_at > now())`, 'desc')
    .orderBy('proposedAt', 'desc')
    .limit(20)
    .execute();

export const lockWaitingManualRate = (tx: Tx, currency: Currency): Promise<ManualRateRow | undefined> =>
  tx
    .selectFrom('rate.manual_rate')
    .selectAll()
    .where('currency', '=', currency)
    .where('state', '=', 'proposed')
    .forUpdate()
    .executeTakeFirst();

type Decision = Readonly<{ id: string; state: 'approved' | 'refused'; by: string; note: string | null }>;

export async function decideManualRate(tx: Tx, { id, state, by, note }: Decision): Promise<void> {
  const decided = { state, decidedBy: by, decidedAt: sql<Date>`now()`, note };
  await tx.updateTable('rate.manual_rate').set(decided).where('id', '=', id).execute();
}

export async function withdrawManualRate(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('rate.manual_rate').set({ state: 'withdrawn' }).where('id', '=', id).execute();
}

/** Ends what is in force for the currency, before its time. */
export async function endManualRates(tx: Tx, currency: Currency, by: string): Promise<void> {
  await sql`update rate.manual_rate set state = 'ended', ended_by = ${by}, ended_at = now()
    where currency = ${currency} and state = 'approved' and ends_at > now()`.execute(tx);
}
