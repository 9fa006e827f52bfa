import type { DealState } from '@larkmere/contract/fx/manual-fx';
import { type Insertable, type Selectable, sql } from 'kysely';
import { isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { ManualFxDeal, ManualFxQuote } from '../../platform/db/schema.gen.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';

export type DealRow = Readonly<Selectable<ManualFxDeal>>;
export type QuoteRow = Readonly<Selectable<ManualFxQuote>>;

export const insertDeal = (tx: Tx, deal: Insertable<ManualFxDeal>): Promise<DealRow> =>
  tx.insertInto('manual_fx.deal').values(deal).returningAll().executeTakeFirstOrThrow();

export const findDeal = (tx: Tx, id: string): Promise<DealRow | undefined> =>
  tx.selectFrom('manual_fx.deal').selectAll().where('id', '=', id).executeTakeFirst();

export const lockDeal = (tx: Tx, id: string): Promise<DealRow | undefined> =>
  tx.selectFrom('manual_fx.deal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const findDeals = (tx: Tx, reader: MemberCtx['actor'], most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('customerId', '=', reader.customerId)
    .where(isUsableBankholder(sql`source_bankholder_id`, reader))
    .where(isUsableBankholder(sql`target_bankholder_id`, reader))
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();

export const findOpenDeals = (tx: Tx, states: readonly DealState[], most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('state', 'in', [...states])
    .orderBy('createdAt')
    .limit(most)
    .execute();

export const insertQuote = (tx: Tx, quote: Insertable<ManualFxQuote>): Promise<QuoteRow> =>
  tx.insertInto('manual_fx.quote').values(quote).returningAll().executeTakeFirstOrThrow();

export const publishQuoteRow = (tx: Tx, { dealId, number }: QuoteRow, approvedBy: string | null): Promise<QuoteRow> =>
  tx
    .updateTable('manual_fx.quote')
    .set({
      approvedBy,
      publishedAt: sql`now()`,
      validUntil: sql`now() + valid_seconds * interval '1 second'`,
    })
    .where('dealId', '=', dealId)
    .where('number', '=', number)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findDealQuotes = (tx: Tx, dealIds: readonly string[]): Promise<QuoteRow[]> =>
  tx
    .selectFrom('manual_fx.quote')
    .selectAll()
    .where('dealId', '=', sql<string>`any(${dealIds}::uuid[])`)
    .orderBy('number', 'desc')
    .execute();
