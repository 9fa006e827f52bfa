import type { PartnerFile } from '@larkmere/contract/back-office/partner-rule';
import type { PartnerProduct } from '@larkmere/contract/customers/introducer-partner';
import type { Currency } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import { fromColumnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import { present } from '../../platform/values/values.ts';
import { partnerRule } from './introducer-partner.settings.ts';
import type { Rule } from './introducer-partner.sql.ts';

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
const excludedAt = (moment: RawBuilder<unknown>) => sql<string | null>`(
  select case when t.state = 'not_eligible' and t.reason = any(${[...excludingReasons]}::text[]) then t.reason end
  from referral.transition t where t.referral_id = r.id and t.at <= ${moment} order by t.seq desc limit 1)`;

/** The first day on which the customer of the referral `r` earns no share any more; null: never. */
const earnsUntil = sql<string | null>`
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
const isIncomeReadUntil = (moment: RawBuilder<unknown>) => sql<boolean>`not exists (
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

export type UnstatedLine = Readonly<{
  customerId: string;
  name: string;
  product: PartnerProduct;
  currency: Currency;
  deals: number;
  shareMinor: bigint;
}>;

/**
 * What no statement has yet, per customer, product and currency, rounded towards zero. An exchange that earned in two
 * currencies is counted in one.
 */
export async function sumUnstated(tx: Tx, partnerId: string, until: string): Promise<UnstatedLine[]> {
  const { rows } = await sql<UnstatedLine>`
    select e.customer_id, c.name, e.product, e.currency,
      count(*) filter (where e.income_minor > 0 and e.leg = (
        select min(f.leg) from introducer_partner.earning f where f.operation_id = e.operation_id))::int as deals,
      div(sum(e.income_minor::numeric * e.share_bps), 10000)::bigint as share_minor
    from introducer_partner.earning e join customer.customer c on c.id = e.customer_id
    where e.partner_id = ${partnerId} and e.statement_id is null and e.booked_at < ${until}::timestamptz
    group by e.customer_id, c.name, e.product, e.currency
    order by c.name, e.customer_id, e.product, e.currency`.execute(tx);
  return rows;
}

export type StatedLine = UnstatedLine & Readonly<{ rate: string; payoutMinor: bigint }>;

export async function selectLines(tx: Tx, statementId: string): Promise<StatedLine[]> {
  const { rows } = await sql<StatedLine>`
    select l.customer_id, c.name, l.product, l.currency, l.deals, l.share_minor,
      l.rate::text as rate, l.payout_minor
    from introducer_partner.statement_line l join customer.customer c on c.id = l.customer_id
    where l.statement_id = ${statementId} order by l.position`.execute(tx);
  return rows;
}

/** A month is over at midnight in London. */
const endOfMonth = sql`((partner.next_month + interval '1 month') at time zone 'Europe/London')`;

/** When the account began to close, while something is left for a last statement. */
const leftAt = sql`(
  select max(t.at) from customer.customer c join customer.status_transition t on t.customer_id = c.id and t.state in ('closing', 'closed')
  where c.id = partner.id and c.state in ('closing', 'closed') and (
    exists (select from introducer_partner.earning e where e.partner_id = c.id and e.statement_id is null)
    or 0 < (select case when state = 'carried' then total_minor else 0 end from introducer_partner.statement
      where partner_id = c.id order by month desc limit 1)))`;

export const isStatementDue = sql<boolean>`(${endOfMonth} <= now() and ${isIncomeReadUntil(endOfMonth)})
  or (${leftAt} is not null and ${isIncomeReadUntil(leftAt)})`;

export type Period = Readonly<{ until: string; hasEnded: boolean; isLeaving: boolean }>;

export async function findPeriod(tx: Tx, partnerId: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select (case when is_over then end_of_month else now() end)::text as until, not is_over as is_leaving,
      not exists (select from introducer_partner.rule_at(id, end_of_month))
        and not exists (select from introducer_partner.rule f where f.customer_id = id and f.effective_from >= end_of_month) as has_ended
    from (select partner.id, ${endOfMonth} as end_of_month, ${endOfMonth} <= now() as is_over
      from introducer_partner.partner where id = ${partnerId}) as p`.execute(tx);
  return present(rows[0], 'the partner');
}

export type CustomerFacts = Readonly<{
  kind: 'plus' | 'wallet';
  status: string;
  introducer: boolean;
  /** Of active accounts. */
  currencies: Currency[];
  /** That of the rules so far. */
  fixedCurrency: Currency | null;
}>;

export async function findCustomerFacts(tx: Tx, customerId: string): Promise<CustomerFacts | undefined> {
  const { rows } = await sql<CustomerFacts>`
    select c.kind, c.state as status, c.introducer,
      array(select distinct a.currency::text from bank_account.account a where a.customer_id = c.id and a.status = 'active') as currencies,
      (select r.currency from introducer_partner.rule r where r.customer_id = c.id limit 1) as fixed_currency
    from customer.customer c where c.id = ${customerId}`.execute(tx);
  return rows[0];
}

const customerOfChange = sql`(coalesce(nullif(c.rows -> 0, 'null'), c.rows_before -> 0) ->> 'customer_id')::uuid`;

export async function findCustomerOfChange(tx: Tx, changeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select ${customerOfChange} as id from platform.setting_change c
    where c.id = ${changeId} and c.setting = ${partnerRule.table}`.execute(tx);
  return rows[0]?.id;
}

type ChangedRule = Pick<Rule, 'currency' | 'exchangeBps' | 'paymentBps' | 'months' | 'ends'> & {
  capMinor: number | null;
};
export type RuleChange = Readonly<{
  id: string;
  state: PartnerFile['changes'][number]['state'];
  /** As JSON has it. */
  rule: ChangedRule | null;
  startsAt: Date | null;
  reason: string;
  proposedBy: string;
  proposerId: string;
  proposedAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string | null;
}>;

const maxChanges = 30;

/** The latest first. */
export async function selectRuleChanges(tx: Tx, customerId: string): Promise<RuleChange[]> {
  const { rows } = await sql<RuleChange>`
    select c.id, case
        when c.state <> 'approved' then c.state
        when exists (select from platform.setting_change r where r.rolls_back = c.id and r.state = 'approved') then 'rolled_back'
        when c.takes_effect_at > clock_timestamp() then case when c.rolls_back is null then 'scheduled' else 'retired' end
        when c.id = (select d.change_id from introducer_partner.rule d where d.customer_id = ${customerId}
          and d.effective_from <= clock_timestamp() order by d.effective_from desc limit 1) then 'live'
        else 'retired' end as state,
      case when c.rolls_back is null then c.rows -> 0 end as rule, c.takes_effect_at as starts_at, c.reason,
      maker.name as proposed_by, c.proposed_by as proposer_id, c.proposed_at,
      checker.name as decided_by, c.decided_at, c.decision_note as note
    from platform.setting_change c join staff.member maker on maker.id = c.proposed_by
      left join staff.member checker on checker.id = c.decided_by
    where c.setting = ${partnerRule.table} and ${customerOfChange} = ${customerId}
    order by c.proposed_at desc, c.id desc limit ${maxChanges}`.execute(tx);
  return rows.map((change) => ({ ...change, rule: change.rule && fromColumnJson(change.rule) }));
}

type Introduced = PartnerFile['introduced'][number];
type IntroducedRow = Omit<Introduced, 'introducedAt'> & Readonly<{ introducedAt: Date }>;

/** The latest first. */
export async function selectIntroduced(tx: Tx, partnerId: string): Promise<IntroducedRow[]> {
  const { rows } = await sql<IntroducedRow>`
    select jsonb_build_object('uid', c.id, 'name', c.name, 'memberCode', c.member_code) as customer,
      r.registered_at as introduced_at, r.state as step, ${excludedAt(sql`now()`)} as excluded,
      ${earnsUntil} as earns_until
    from referral.referral r join customer.customer c on c.id = r.customer_id
      left join lateral introducer_partner.rule_at(r.referrer_id, now()) rule on true
    where r.referrer_id = ${partnerId} order by r.registered_at desc, r.id limit 500`.execute(tx);
  return rows;
}
