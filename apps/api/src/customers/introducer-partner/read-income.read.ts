import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

const maxEntries = 500;

/** What a customer shares with who introduced them, so that nothing of theirs earns a share. */
const excludingReasons = [
  'self_referral',
  'loop',
  'shared_device',
  'shared_card',
  'shared_bank_account',
  'shared_address',
] as const;

/** The ineligibility that excludes the referral `r` at a moment. */
export const excludedAt = (moment: RawBuilder<unknown>) => sql<string | null>`(
  select case when t.state = 'not_eligible' and t.reason = any(${[...excludingReasons]}::text[]) then t.reason end
  from referral.transition t where t.referral_id = r.id and t.at <= ${moment} order by t.seq desc limit 1)`;

/** The first day on which the customer of the referral `r` earns no share any more; null: never. */
export const earnsUntil = sql<string | null>`
  ((r.registered_at at time zone 'Europe/London')::date + rule.months * interval '1 month')::date`;

/**
 * Accounts whose income is shared and that are not read yet, and from when on: nothing earned a share before the first
 * rule. If that begins later, another may still be approved to begin before it, so reading starts a day ago. Margins of
 * card payments are left out by their code.
 */
export const newIncomeAccounts = sql`
  select n.account_id, case when n.code like 'fee-income:payment:%' then 'payment' else 'exchange' end, a.currency, first_rule.at
  from ledger.account_name n join ledger.account a on a.id = n.account_id
    cross join (
      select least(min(effective_from) - interval '1 microsecond', now() - interval '1 day') as at, count(*) > 0 as has_rule
      from introducer_partner.rule) first_rule
  where first_rule.has_rule and (n.code like 'fx-spread:%' or n.code like 'fee-income:fx:%' or n.code like 'fee-income:payment:%')
    and not exists (select from introducer_partner.income_account i where i.id = n.account_id)`;

/** Entries of the account exist that were not read. */
export const hasUnreadEntries = sql<boolean>`exists (
  select from ledger.account a where a.id = income_account.id and a.last_at > income_account.read_until)`;

/** Every income before the moment was read. */
export const isIncomeReadUntil = (moment: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from introducer_partner.income_account where read_until < ${moment} and ${hasUnreadEntries})`;

/** The time of the last entry of the next batch, as exact text. */
export async function findBatchEnd(tx: Tx, accountId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ until: string | null }>`
    select max(booked_at)::text as until from (
      select e.booked_at from introducer_partner.income_account i
        join ledger.entry e on e.account_id = i.id and e.booked_at > i.read_until
      where i.id = ${accountId} order by e.booked_at limit ${maxEntries}) as batch`.execute(tx);
  return rows[0]?.until ?? undefined;
}

const entriesUntil = (accountId: bigint, until: string) => sql`
  select e.op_id, e.leg, e.booked_at, e.amount, e.code, i.product, i.currency
  from introducer_partner.income_account i
    join ledger.entry e on e.account_id = i.id and e.booked_at > i.read_until and e.booked_at <= ${until}::timestamptz
  where i.id = ${accountId}`;

const customerAccounts = sql`
  select ledger_account_id, customer_id from bank_account.account
  union all select ledger_account_id, customer_id from wallet.wallet`;

/** Income of an operation belongs to the customer whose account it debits. */
export const earnedIncome = (accountId: bigint, until: string) => sql`
  select e.op_id, e.leg, e.product, e.currency, r.referrer_id, r.customer_id, e.booked_at, e.amount, share.bps
  from (${entriesUntil(accountId, until)}) e
    cross join lateral (
      select owner.customer_id from ledger.transfer t join (${customerAccounts}) owner on owner.ledger_account_id = t.debit_account_id
      where t.op_id = e.op_id limit 1) payer
    join referral.referral r on r.customer_id = payer.customer_id and r.registered_at <= e.booked_at
    cross join lateral introducer_partner.rule_at(r.referrer_id, e.booked_at) rule
    cross join lateral (select case e.product when 'exchange' then rule.exchange_bps else rule.payment_bps end as bps) share
  where e.amount > 0 and e.code not like 'card%' and share.bps > 0 and ${excludedAt(sql`e.booked_at`)} is null
    and (rule.months is null or (e.booked_at at time zone 'Europe/London')::date < ${earnsUntil})`;

/** Income that is given back takes back the share that it earned, whatever the rule of now says. */
export const returnedIncome = (accountId: bigint, until: string) => sql`
  select e.op_id, e.leg, e.product, e.currency, o.partner_id, o.customer_id, e.booked_at, e.amount, o.share_bps, o.operation_id, o.leg
  from (${entriesUntil(accountId, until)}) e
    cross join lateral (
      select * from introducer_partner.earning
      where operation_id = (select reversed_op_id from ledger.reversal where op_id = e.op_id)
      union all
      select g.* from accounting.narrative n join payment.payment p on p.id = n.payment_id
        join introducer_partner.earning g on g.customer_id = p.customer_id
        join ledger.transfer t on (t.op_id, t.leg) = (g.operation_id, g.leg) and t.hold_id = coalesce(p.hold_id, p.id)
      where n.operation_id = e.op_id and n.kind = 'return'
    ) o
  where e.amount < 0 and o.income_minor > 0 and (o.product, o.currency) = (e.product, e.currency)`;
