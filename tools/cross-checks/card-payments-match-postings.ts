/** What is booked of each payment by one of our cards, in the billing currency and for its account. */
const booked = `
  select n.reference,
    coalesce(sum(l.amount) filter (where l.credit like 'clearing:card:%'), 0)
      - coalesce(sum(l.amount) filter (where l.debit like 'clearing:card:%'), 0) as billed,
    coalesce(sum(l.amount) filter (where l.credit like 'fee-income:card-fx:%'), 0)
      - coalesce(sum(l.amount) filter (where l.debit like 'fee-income:card-fx:%'), 0) as fee,
    coalesce(sum(l.amount) filter (where l.debit ~ '^(customer|wallet|suspense|card-shortfall):'), 0)
      - coalesce(sum(l.amount) filter (where l.credit ~ '^(customer|wallet|suspense|card-shortfall):'), 0) as taken,
    coalesce(sum(l.amount) filter (where l.debit like 'card-shortfall:%'), 0) as short,
    coalesce(sum(l.amount) filter (where l.credit like 'suspense:%'), 0) as suspended
  from accounting.narrative n
  join (select t.op_id, t.amount, d.code as debit, c.code as credit from ledger.transfer t
    join ledger.account_name d on d.account_id = t.debit_account_id
    join ledger.account_name c on c.account_id = t.credit_account_id
    where t.code in ('card_payment.cleared', 'card_payment.refunded')) l on l.op_id = n.operation_id
  group by n.reference`;

/** What a card cost was taken from its account, and went back there in full if no card was issued. */
const cardFees = `
  select 'card fee ' || coalesce(f.card, l.op_id::text) from (
    select c.id::text as card, x.op_id, x.code, c.fee_minor, 'fee-income:card:' || c.currency as income, b.ledger_account_id
    from issued_card.card c join bank_account.account b on b.id = c.account_id
    cross join lateral (values (c.fee_id, 'issued_card.fee'), (c.fee_refund_id, 'issued_card.fee_refunded')) x (op_id, code)
    where x.op_id is not null) f
  full join (
    select t.op_id, t.code, t.amount, n.code as income,
      case t.code when 'issued_card.fee' then t.debit_account_id else t.credit_account_id end as account
    from ledger.transfer t left join ledger.account_name n
      on n.account_id = case t.code when 'issued_card.fee' then t.credit_account_id else t.debit_account_id end
    where t.code in ('issued_card.fee', 'issued_card.fee_refunded')) l on l.op_id = f.op_id
  where (f.code, f.fee_minor, f.income, f.ledger_account_id) is distinct from (l.code, l.amount, l.income, l.account)`;

export const cardPaymentsMatchPostings: Readonly<Record<string, string>> = {
  'the fee of a card was booked once, and given back once if no card was issued': cardFees,

  'a card that was not made has its fee back': `
    select 'card ' || id from issued_card.card where fee_id is not null and fee_refund_id is null
      and (state = 'rejected' or state = 'closed' and stop_reason = 'order_cancelled')`,

  'a card payment is booked at its totals': `
    select 'card payment ' || coalesce(p.id::text, b.reference) from card_payment.payment p full join (${booked}) b using (reference)
    where (p.cleared_minor - p.refunded_minor, p.fee_minor, p.taken_minor, p.shortfall_minor, p.suspended_minor)::text
      is distinct from (coalesce(b.billed, 0)::bigint, coalesce(b.fee, 0)::bigint, coalesce(b.taken, 0)::bigint,
        coalesce(b.short, 0)::bigint, coalesce(b.suspended, 0)::bigint)::text`,

  'exactly the card payments on hold have a hold, on their account': `
    select 'card payment ' || coalesce(p.id, h.op_id) from (
      select p.*, b.ledger_account_id from card_payment.payment p join bank_account.account b on b.id = p.account_id
      where p.hold_id is not null) p
    full join (select h.* from ledger.hold h join ledger.transfer t on (t.op_id, t.leg) = (h.op_id, h.leg)
      where t.code = 'card_payment.held') h on h.op_id = p.hold_id
    where (p.hold_minor, p.ledger_account_id) is distinct from (h.amount, h.debit_account_id)`,

  'an approved card payment was decided within its time': `
    select 'decision ' || request_id from card_payment.decision where decision = 'approved' and decided_at >= answer_by`,

  'a card settlement was booked with its amount': `
    select 'card settlement ' || coalesce(s.id, t.op_id::text) from (
      select * from card_payment.settlement where state = 'settled' and cleared_minor <> refunded_minor) s
    full join (select op_id, amount, case when d.code like 'clearing:card:%' then amount else -amount end as net
      from ledger.transfer t join ledger.account_name d on d.account_id = t.debit_account_id
      where t.code = 'card_settlement.settled') t on t.op_id = s.operation_id
    where s.cleared_minor - s.refunded_minor is distinct from t.net`,

  'what is settled of a card payment is what the files say, and no more than was taken': `
    select 'card payment ' || p.id from card_payment.payment p
    left join (select payment_id, sum(cleared_minor) as cleared, sum(refunded_minor) as refunded
      from card_payment.settlement_line group by 1) l on l.payment_id = p.id
    where (p.settled_cleared_minor, p.settled_refunded_minor) <> (coalesce(l.cleared, 0), coalesce(l.refunded, 0))
      or p.settled_cleared_minor > p.cleared_minor or p.settled_refunded_minor > p.refunded_minor`,
};

/** By account code: what the books owe the processor of our cards. */
export const unsettledCardPayments = `
  select 'clearing:card:' || billing_currency as code,
    sum(cleared_minor - refunded_minor - settled_cleared_minor + settled_refunded_minor) as owed
  from card_payment.payment group by 1`;

/** By account code: what customers owe after payments by our cards. */
export const openCardShortfalls = `
  select 'card-shortfall:' || currency as code, sum(shortfall_minor - recovered_minor) as owed
  from card_payment.payment group by 1`;
