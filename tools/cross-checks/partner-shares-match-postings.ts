/** The signed income of each posting on an account whose income is shared. */
const income = `
  select t.op_id, t.leg, a.currency, case when n.code like 'fee-income:payment:%' then 'payment' else 'exchange' end as product,
    case when t.credit_account_id = n.account_id then t.amount else -t.amount end as minor
  from ledger.transfer t
  join ledger.account_name n on n.account_id in (t.debit_account_id, t.credit_account_id)
    and (n.code like 'fx-spread:%' or n.code like 'fee-income:fx:%' or n.code like 'fee-income:payment:%')
  join ledger.account a on a.id = n.account_id
  where t.kind in ('post', 'post_hold')`;

export const partnerSharesMatchPostings: Readonly<Record<string, string>> = {
  'an earning of an introducer partner is the income of its posting': `
    select 'earning ' || e.operation_id || ' ' || e.leg from introducer_partner.earning e
    left join (${income}) i on (i.op_id, i.leg) = (e.operation_id, e.leg)
    where (i.product, i.currency::text, i.minor) is distinct from (e.product, e.currency::text, e.income_minor)`,

  'income that was given back has taken its share back': `
    select 'earning ' || e.operation_id || ' ' || e.leg from introducer_partner.earning e
    join ledger.reversal v on v.reversed_op_id = e.operation_id
    join (${income}) i on i.op_id = v.op_id and (i.product, i.currency::text) = (e.product, e.currency::text)
    left join introducer_partner.earning b on (b.operation_id, b.leg) = (i.op_id, i.leg)
    where exists (select from introducer_partner.income_account a join ledger.entry n on n.account_id = a.id and n.booked_at <= a.read_until
        where n.op_id = i.op_id and n.leg = i.leg)
      and (b.share_bps, b.income_minor, b.reverses_operation) is distinct from (e.share_bps, i.minor, e.operation_id)`,

  'a partner statement has one line for each customer, product and currency that earned': `
    select 'statement ' || statement_id from introducer_partner.statement_line l
    full join (select statement_id, customer_id, product, currency, div(sum(income_minor::numeric * share_bps), 10000)::bigint as minor
      from introducer_partner.earning where statement_id is not null group by 1, 2, 3, 4) e
      using (statement_id, customer_id, product, currency)
    where l.share_minor is distinct from e.minor`,

  'a partner statement is the sum of its lines and what was carried forward': `
    select 'statement ' || s.id from (
      select s.*, coalesce((select sum(payout_minor) from introducer_partner.statement_line where statement_id = s.id), 0) as lines,
        lag(case when state = 'carried' then total_minor else 0 end, 1, 0::bigint) over (partition by partner_id order by month) as carried
      from introducer_partner.statement s) s
    where (s.share_minor, s.carried_in_minor) is distinct from (s.lines, s.carried)`,

  'every paid share of a partner was booked once, into the account it names': `
    select 'statement ' || coalesce(s.id::text, l.op_id::text) from (
      select t.op_id, t.amount, d.code as debit, t.credit_account_id from ledger.transfer t
      join ledger.account_name d on d.account_id = t.debit_account_id where t.code = 'introducer_partner.share_paid') l
    full join (select s.*, a.ledger_account_id, a.customer_id from introducer_partner.statement s
      join bank_account.account a on a.id = s.account_id where s.state = 'paid') s on s.operation_id = l.op_id
    where (l.amount, l.debit, l.credit_account_id, s.customer_id)
      is distinct from (s.total_minor, 'introducer-cost:' || s.currency, s.ledger_account_id, s.partner_id)`,

  'the cost of introducers is what their statements paid': `
    select n.code from ledger.account_name n join ledger.account a on a.id = n.account_id
    left join (select 'introducer-cost:' || currency as code, sum(total_minor) as paid from introducer_partner.statement
      where state = 'paid' group by 1) s using (code)
    where n.code like 'introducer-cost:%' and a.debits_posted - a.credits_posted <> coalesce(s.paid, 0)`,
};
