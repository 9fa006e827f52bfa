import {
  cardPaymentsMatchPostings,
  openCardShortfalls,
  unsettledCardPayments,
} from './card-payments-match-postings.ts';
import { partnerSharesMatchPostings } from './partner-shares-match-postings.ts';

/**
 * Compares what each module recorded with the ledger legs, which are covered by the audit chain. Each query returns
 * the violations of its rule.
 */

const legs = `
  select t.op_id, t.kind, t.code, t.hold_id, t.amount, t.debit_account_id, t.credit_account_id, d.code as debit, c.code as credit
  from ledger.transfer t
  left join ledger.account_name d on d.account_id = t.debit_account_id
  left join ledger.account_name c on c.account_id = t.credit_account_id`;

/** An exchange that awaits approval holds the amount of the worst-case rate instead, so it is excluded. */
const heldPayments = `
  select p.*, a.ledger_account_id as payer, a.currency as account_currency, coalesce(p.hold_id, p.id) as held_by
  from payment.payment p join bank_account.account a on a.id = p.account_id
  where exists (select from ledger.transfer h where h.op_id = coalesce(p.hold_id, p.id) and h.kind = 'hold')
    and not exists (select from fx.quote q where q.id = p.quote_id and q.indicative)`;

const holdMatchesPayment = `
  select 'payment ' || p.id from (${heldPayments}) p join (${legs}) l on l.op_id = p.held_by and l.kind = 'hold'
  group by p.id, p.rail, p.currency, p.account_currency, p.payer, p.amount_minor, p.fee_minor, p.sold_minor, p.sold_currency, p.quote_id
  having sum(l.amount) filter (where l.credit = 'clearing:' || p.rail || ':' || p.currency) is distinct from p.amount_minor
    or coalesce(sum(l.amount) filter (where l.credit = 'fee-income:payment:' || p.account_currency), 0) <> p.fee_minor
    or sum(l.amount) filter (where l.debit_account_id = p.payer) is distinct from coalesce(p.sold_minor, p.amount_minor) + p.fee_minor
    or coalesce(p.sold_currency, p.currency) <> p.account_currency`;

const conversionMatchesLegs = `
  select 'conversion ' || c.id from fx.conversion c left join (${legs}) l on l.op_id = c.id group by c.id
  having coalesce(sum(l.amount) filter (where l.debit_account_id = c.from_account and l.credit = 'position:' || c.sell), 0) <> c.sell_minor - c.fee_minor
    or coalesce(sum(l.amount) filter (where l.debit_account_id = c.from_account and l.credit = 'fee-income:fx:' || c.sell), 0) <> c.fee_minor
    or coalesce(sum(l.amount) filter (where l.debit = 'position:' || c.buy and l.credit_account_id = c.to_account), 0) <> c.buy_minor
    or coalesce(sum(l.amount) filter (where l.credit = 'fx-spread:' || c.buy), 0) <> c.spread_minor
    or coalesce(sum(case when l.credit = 'fx-rounding:' || c.buy then l.amount when l.debit = 'fx-rounding:' || c.buy then -l.amount end), 0) <> c.rounding_minor
    or c.buy_minor + c.spread_minor + c.rounding_minor <> c.mid_value_minor`;

const customerAccounts = `
  select bankholder_id, ledger_account_id, customer_id from bank_account.account
  union all select bankholder_id, ledger_account_id, customer_id from wallet.wallet`;

export const recordsMatchPostings: Readonly<Record<string, string>> = {
  ...cardPaymentsMatchPostings,
  ...partnerSharesMatchPostings,

  'the hold of a payment is its amount and fee on its account': holdMatchesPayment,

  'a payment posts exactly its hold': `
    select 'payment ' || p.id from payment.payment p
    join ledger.transfer h on h.op_id = coalesce(p.hold_id, p.id) and h.kind = 'hold'
    join ledger.transfer t on (t.hold_id, t.leg, t.kind) = (h.op_id, h.leg, 'post_hold')
    where (t.amount, t.debit_account_id, t.credit_account_id) <> (h.amount, h.debit_account_id, h.credit_account_id)`,

  'the state of a payment is its last transition': `
    select 'payment ' || p.id from payment.payment p
    left join lateral (select state from payment.transition t where t.payment_id = p.id order by seq desc limit 1) t on true
    where t.state is distinct from p.state`,

  'a clearing account holds the sent, unsettled payments': `
    select n.code from (
      select n.code, a.credits_posted - a.debits_posted as owed from ledger.account_name n join ledger.account a on a.id = n.account_id
      where n.code like 'clearing:%') n
    left join (select 'clearing:' || rail || ':' || currency as code, sum(amount_minor) as sent from payment.payment
      where state = 'sent' group by 1 union all ${unsettledCardPayments}) p using (code)
    where n.owed <> coalesce(p.sent, 0)`,

  'a payment settles for its amount': `
    select 'payment ' || p.id from payment.payment p
    join accounting.narrative n on n.reference = p.reference and n.payment_id is null
    join (${legs}) l on l.op_id = n.operation_id and l.code = 'payment.settled'
    where l.amount <> p.amount_minor or l.debit <> 'clearing:' || p.rail || ':' || p.currency`,

  'exactly the returned payments have one return': `
    select 'payment ' || p.id from payment.payment p
    left join accounting.narrative n on n.payment_id = p.id and n.kind = 'return'
    left join ledger.transfer t on (t.op_id, t.leg, t.code) = (n.operation_id, 1, 'payment.returned')
    group by p.id having count(t.op_id) <> (p.state = 'returned')::int`,

  'the narrative of a payment has its reference and payee': `
    select 'narrative ' || n.operation_id from accounting.narrative n left join payment.payment p on p.id = n.payment_id
    where n.payment_id is not null and n.kind in ('payment', 'return')
      and (n.reference, n.counterparty) is distinct from (p.reference, p.payee_name)`,

  'a payment has the payee name of its payee version': `
    select 'payment ' || p.id from payment.payment p
    left join payee.version v on (v.payee_id, v.version) = (p.payee_id, p.payee_version)
    where p.payee_id is not null and (v.details ->> 'name' is distinct from p.payee_name)`,

  'a free transfer belongs to one payment without a fee': `
    select 'free transfer ' || f.id from payment.fee_waiver f left join payment.payment p on p.id = f.payment_id
    where f.payment_id is not null and ((p.fee_minor, p.customer_id) is distinct from (0, f.customer_id)
      or (f.status = 'used') <> (p.state in ('sent', 'completed')))`,

  'the legs of a conversion match its amounts, fee and margin': conversionMatchesLegs,

  'a transfer between own accounts matches its audit row': `
    select 'transfer ' || coalesce(t.op_id::text, substr(u.entity, 10)) from (
      select op_id, debit_account_id, credit_account_id, amount from ledger.transfer where code = 'transfer.made') t
    full join (select * from platform.audit where action = 'transfer.made') u on u.entity = 'transfer:' || t.op_id
    left join (${customerAccounts}) s on s.bankholder_id = u.detail ->> 'sourceBankholderId'
    left join (${customerAccounts}) d on d.bankholder_id = u.detail ->> 'targetBankholderId'
    where (t.debit_account_id, t.credit_account_id, t.amount)
      is distinct from (s.ledger_account_id, d.ledger_account_id, replace(u.detail ->> 'amount', '.', '')::bigint)`,

  'an incoming credit was booked as received': `
    select 'credit ' || i.id from payment.incoming_credit i left join (${legs}) l on l.op_id = i.id and l.code = 'credit.received'
    left join bank_account.account a on a.id = i.account_id
    where l.op_id is null or l.amount <> i.amount_minor or l.debit not like 'safeguarding:%:' || i.currency
      or case when i.account_id is null then l.credit <> 'suspense:' || i.currency and l.credit not like 'wallet:%' and l.credit <> 'card-processor:' || i.currency else l.credit_account_id <> a.ledger_account_id end`,

  'an open banking payment was credited with its amount': `
    select 'instant payment ' || p.id from instant_payment.payment p left join payment.incoming_credit i on i.id = p.incoming_id
    where (p.incoming_id is not null or p.state = 'credited')
      and (p.account_id, p.currency::text, p.amount_minor) is distinct from (i.account_id, i.currency::text, i.amount_minor)`,

  'a top-up was booked with its amount and fee, and goes back in full': `
    select 'top-up ' || coalesce(t.id::text, l.op_id::text) from (
      select op_id, max(code) as code, sum(amount) as charge,
        sum(amount) filter (where credit like 'fee-income:card:%' or debit like 'fee-income:card:%') as fee,
        sum(amount) filter (where debit like 'card-shortfall:%') as shortfall
      from (${legs}) l where code in ('top_up.captured', 'top_up.refunded', 'top_up.charged_back') group by op_id) l
    full join (
      select id, credit_id as op_id, 'top_up.captured' as code, amount_minor, fee_minor, 0 as shortfall_minor from top_up.top_up
      where credit_id is not null
      union all select id, reversal_id, 'top_up.' || state, amount_minor, fee_minor, shortfall_minor from top_up.top_up
      where reversal_id is not null) t on t.op_id = l.op_id
    where (l.code, l.charge, coalesce(l.fee, 0), coalesce(l.shortfall, 0))
      is distinct from (t.code, (t.amount_minor + t.fee_minor)::numeric, t.fee_minor::numeric, t.shortfall_minor::numeric)`,

  'captured money went to the account that the top-up names': `
    select 'top-up ' || t.id from top_up.top_up t join (${legs}) l on l.op_id = t.credit_id and l.credit not like 'fee-income:%'
    where (l.debit, l.credit_account_id) is distinct from ('card-processor:' || t.currency, t.credited_account)`,

  'what customers owe after card payments went back is not paid yet': `
    select n.code from ledger.account_name n join ledger.account a on a.id = n.account_id
    left join (select code, sum(owed) as owed from (
      select 'card-shortfall:' || currency as code, sum(shortfall_minor - recovered_minor) as owed from top_up.top_up
      group by 1 union all ${openCardShortfalls}) each group by 1) t using (code)
    where n.code like 'card-shortfall:%' and a.debits_posted - a.credits_posted <> coalesce(t.owed, 0)`,

  'every reward of a referral was booked once, into the account it names': `
    select 'reward ' || coalesce(w.operation_id::text, l.op_id::text) from (select * from (${legs}) l where code = 'referral.rewarded') l
    full join (select w.*, a.ledger_account_id, r.state, r.reward_minor from referral.reward w
      join referral.referral r using (customer_id) join bank_account.account a on a.id = w.account_id) w on w.operation_id = l.op_id
    where (l.amount, l.debit, l.credit_account_id, w.state, w.reward_minor)
      is distinct from (w.amount_minor, 'referral-cost:' || w.currency, w.ledger_account_id, 'paid', w.amount_minor)`,

  'a bulk row was paid as given': `
    select 'row ' || r.id from bulk_payment.row r left join payment.payment p on p.id = r.payment_id
    where r.payment_id is not null and (r.currency::text, r.amount_minor, coalesce(r.payee_id, p.payee_id)) is distinct from (p.currency::text, p.amount_minor, p.payee_id)`,

  'a standing order date was paid for its customer and payee': `
    select 'date ' || o.id from standing_order.occurrence o
    join standing_order.standing_order s on s.id = o.order_id
    left join payment.payment p on p.id = o.payment_id
    where o.payment_id is not null and (p.customer_id, p.payee_id) is distinct from (o.customer_id, s.payee_id)`,

  'every automatic conversion is one fill between the accounts of its order': `
    select 'fill ' || coalesce(f.conversion_id, c.id) from (
      select f.conversion_id, o.customer_id, o.from_account, o.to_account from auto_fx.fill f
      join auto_fx.auto_order o on o.id = f.order_id) f
    full join (select * from fx.conversion where cause = 'auto') c on c.id = f.conversion_id
    where (f.customer_id, f.from_account, f.to_account) is distinct from (c.customer_id, c.from_account, c.to_account)`,

  'a deal was converted as quoted': `
    select 'deal ' || d.id from manual_fx.deal d left join fx.conversion c on c.id = d.conversion_id
    left join manual_fx.quote q on (q.deal_id, q.number) = (d.id, d.quote_number)
    where d.conversion_id is not null and (c.sell::text, c.buy::text, c.sell_minor, c.fee_minor, c.buy_minor, c.rate)
      is distinct from (q.sell::text, q.buy::text, q.sell_minor, q.fee_minor, q.buy_minor, q.rate)`,

  'a conversion has the terms of its quote': `
    select 'conversion ' || c.id from fx.conversion c left join fx.quote q on q.id = c.quote_id
    where c.quote_id is not null and (c.sell::text, c.buy::text, c.sell_minor, c.fee_minor, c.buy_minor, c.mid, c.rate)
      is distinct from (q.sell::text, q.buy::text, q.sell_minor, q.fee_minor, q.buy_minor, q.mid, q.rate)`,

  'a cover deal was booked as recorded': `
    select 'cover ' || coalesce(p.id, l.op_id) from (select * from treasury.cover_deal where state = 'dealt') p
    full join (select op_id, sum(amount) filter (where debit like 'position:%') as sold,
        sum(amount) filter (where credit like 'position:%') as bought
      from (${legs}) l where code = 'position.covered' group by op_id) l on l.op_id = p.id
    where (p.sell_minor, p.buy_minor) is distinct from (l.sold, l.bought)`,

  'a revaluation was booked as recorded': `
    select 'revaluation of ' || r.day from treasury.revaluation r left join ledger.transfer t on t.op_id = r.operation_id
    where coalesce(t.amount, 0) <> abs(r.change_minor)
      or r.total_minor <> (select coalesce(sum(value_minor), 0) from treasury.revaluation_line l where l.day = r.day)`,

  'every customer account forbids an overdraft': `
    select 'account ' || a.bankholder_id from (${customerAccounts}) a left join ledger.account l on l.id = a.ledger_account_id
    where coalesce(l.flags, 0) & 1 = 0`,

  'holds of pending items have no expiry': `
    select 'hold ' || h.op_id from ledger.hold h join ledger.transfer t on (t.op_id, t.leg) = (h.op_id, h.leg)
    where h.expires_at is not null and t.code in ('payment.held', 'bulk-payment.held', 'auto-fx.reserved', 'manual-fx.accepted', 'fx.held')`,

  'a document is stored as uploaded': `
    select 'document ' || coalesce(d.id, c.document_id) from document.document d
    full join document.content c on c.document_id = d.id
    where d.id is null or c.bytes is null and d.state <> 'refused' and d.name <> 'Erased'
      or c.bytes is not null and (sha256(c.bytes), length(c.bytes)) is distinct from (d.sha256, d.size_bytes)`,
};
