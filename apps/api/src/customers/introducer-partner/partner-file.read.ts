import type { PartnerFile } from '@larkmere/contract/back-office/partner-rule';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { fromColumnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import { partnerRule } from './introducer-partner.settings.ts';
import type { Rule } from './introducer-partner.sql.ts';
import { earnsUntil, excludedAt } from './read-income.read.ts';

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
