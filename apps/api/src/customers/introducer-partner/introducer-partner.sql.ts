import type { OperationId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type {
  IntroducerPartnerPartner,
  IntroducerPartnerRule,
  IntroducerPartnerStatement,
  IntroducerPartnerStatementLine,
} from '../../platform/db/schema.gen.ts';
import { present } from '../../platform/values/values.ts';
import { earnedIncome, newIncomeAccounts, returnedIncome } from './introducer-partner.read.ts';

export type Partner = Readonly<Selectable<IntroducerPartnerPartner>>;
export type Rule = Readonly<Selectable<IntroducerPartnerRule>>;
export type StatementRow = Readonly<Selectable<IntroducerPartnerStatement>>;

export const findPartner = (tx: Tx, customerId: string): Promise<Partner | undefined> =>
  tx.selectFrom('introducer_partner.partner').selectAll().where('id', '=', customerId).executeTakeFirst();

/** The currency can be another only until the first rule is approved. */
export async function upsertPartner(tx: Tx, customerId: string, currency: Currency): Promise<Partner> {
  await sql`
    insert into introducer_partner.partner as p (id, currency, next_month)
    values (${customerId}, ${currency}, date_trunc('month', now() at time zone 'Europe/London')::date)
    on conflict (id) do update set currency = excluded.currency
    where not exists (select from introducer_partner.rule where customer_id = p.id)`.execute(tx);
  return present(await findPartner(tx, customerId), 'the partner');
}

/** Also a rule that the transaction has just put in force. */
export async function findRule(tx: Tx, customerId: string, at = sql`clock_timestamp()`): Promise<Rule | undefined> {
  const { rows } = await sql<Rule>`select * from introducer_partner.rule_at(${customerId}, ${at})`.execute(tx);
  return rows[0];
}

type NewStatement = Insertable<IntroducerPartnerStatement>;
type NewLine = Omit<Insertable<IntroducerPartnerStatementLine>, 'statementId' | 'position'>;

/** Puts everything that was earned until its end and is on no statement on this one. */
export async function insertStatement(
  tx: Tx,
  statement: NewStatement,
  lines: readonly NewLine[],
): Promise<StatementRow> {
  const row = await tx
    .insertInto('introducer_partner.statement')
    .values(statement)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (lines.length > 0)
    await tx
      .insertInto('introducer_partner.statement_line')
      .values(lines.map((line, i) => ({ ...line, statementId: statement.id, position: i + 1 })))
      .execute();
  await sql`
    update introducer_partner.earning set statement_id = ${statement.id}
    where partner_id = ${statement.partnerId} and statement_id is null and booked_at < ${statement.until}::timestamptz`.execute(
    tx,
  );
  return row;
}

export async function beginNextMonth(tx: Tx, partnerId: string): Promise<void> {
  await sql`
    update introducer_partner.partner set next_month = next_month + interval '1 month' where id = ${partnerId}`.execute(
    tx,
  );
}

/** What the last statement carried forward. */
export async function findCarriedIn(tx: Tx, partnerId: string): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select case when state = 'carried' then total_minor else 0 end as minor
    from introducer_partner.statement where partner_id = ${partnerId} order by month desc limit 1`.execute(tx);
  return rows[0]?.minor ?? 0n;
}

type Payment = Readonly<{ operationId: OperationId; accountId: string; at: Date }>;

export async function markPaid(tx: Tx, id: string, { operationId, accountId, at }: Payment): Promise<void> {
  await tx
    .updateTable('introducer_partner.statement')
    .set({
      state: 'paid',
      reason: null,
      nextCheckAt: null,
      operationId,
      accountId,
      paidAt: at,
    })
    .where('id', '=', id)
    .execute();
}

export async function markWaiting(
  tx: Tx,
  id: string,
  reason: NonNullable<StatementRow['reason']>,
  nextCheckAt: Date,
): Promise<void> {
  await tx.updateTable('introducer_partner.statement').set({ reason, nextCheckAt }).where('id', '=', id).execute();
}

const shownYears = 2;

/** The latest first. */
export async function selectStatements(tx: Tx, partnerId: string): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select * from introducer_partner.statement
    where partner_id = ${partnerId} and issued_at > now() - ${shownYears} * interval '1 year' order by month desc`.execute(
    tx,
  );
  return rows;
}

export const findStatement = (tx: Tx, partnerId: string, id: string): Promise<StatementRow | undefined> =>
  tx
    .selectFrom('introducer_partner.statement')
    .selectAll()
    .where('id', '=', id)
    .where('partnerId', '=', partnerId)
    .executeTakeFirst();

export async function registerIncomeAccounts(tx: Tx): Promise<void> {
  await sql`
    insert into introducer_partner.income_account (id, product, currency, read_until) ${newIncomeAccounts}
    on conflict (id) do nothing`.execute(tx);
}

export async function insertEarnings(tx: Tx, accountId: bigint, until: string): Promise<void> {
  await sql`
    insert into introducer_partner.earning
      (operation_id, leg, product, currency, partner_id, customer_id, booked_at, income_minor, share_bps)
    ${earnedIncome(accountId, until)}
    on conflict (operation_id, leg) do nothing`.execute(tx);
}

export async function insertTakenBack(tx: Tx, accountId: bigint, until: string): Promise<void> {
  await sql`
    insert into introducer_partner.earning (operation_id, leg, product, currency, partner_id, customer_id, booked_at, income_minor,
      share_bps, reverses_operation, reverses_leg)
    ${returnedIncome(accountId, until)}
    on conflict (operation_id, leg) do nothing`.execute(tx);
}

export async function markRead(tx: Tx, accountId: bigint, until: string): Promise<void> {
  await sql`update introducer_partner.income_account set read_until = ${until}::timestamptz where id = ${accountId}`.execute(
    tx,
  );
}
