-- How much of a shortfall its customer was told is paid. Equal to the shortfall once everything the account owed is paid.
alter table card_payment.payment add column recovery_notified_minor bigint not null default 0,
  add constraint recovery_notified_is_recovered check (recovery_notified_minor between 0 and recovered_minor);
update card_payment.payment set recovery_notified_minor = recovered_minor where recovered_minor = shortfall_minor and shortfall_minor > 0;

drop index card_payment.card_payment_short;
create index card_payment_short on card_payment.payment (account_id) where recovery_notified_minor < shortfall_minor;

-- Few payments are on hold at a time: the activity and the search read them one by one.
create index card_payment_on_hold on card_payment.payment (account_id) where hold_id is not null;

-- The words of a card payment. Its amounts are those of the account, of the bill and of the merchant.
create function search.card_payment_words(p card_payment.payment, minor_digits jsonb) returns setof text
language sql stable parallel safe as $$
  select search.words(concat_ws(' ', p.merchant_name, p.merchant_city, p.reference))
  union all select 'card'
  union all select search.amount_word(minor, currency, minor_digits)
    from (values (p.hold_minor, p.currency), (p.taken_minor, p.currency), (p.held_minor + p.cleared_minor, p.billing_currency),
      (p.original_minor, p.original_currency)) v (minor, currency) where minor > 0
  union all select lower(currency) from (values (p.currency), (p.billing_currency), (p.original_currency)) v (currency)
  union all select search.day_words(p.counted_at)
$$;

-- As before, with the words of a card payment for its bookings: town, the merchant's amount and currency, day of payment.
create or replace function search.index_new(batch int, minor_digits jsonb) returns boolean language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  bottom xid8;
  ceiling xid8 := pg_snapshot_xmin(pg_current_snapshot()); -- all transactions below have ended
  top xid8;
begin
  if not pg_try_advisory_xact_lock(hashtext('larkmere.search')) then return false; end if;
  select upto into strict bottom from search.progress;
  top := coalesce((select recorded_in from ledger.transfer where leg = 1 and recorded_in >= bottom and recorded_in < ceiling
    order by recorded_in offset batch limit 1), ceiling);
  if top = bottom then -- one transaction larger than a batch
    top := coalesce((select min(recorded_in) from ledger.transfer where leg = 1 and recorded_in > bottom and recorded_in < ceiling), ceiling);
  end if;

  with operation as materialized (
    select t.op_id, n.kind, n.payment_id, n.reference, n.counterparty, n.counterparty_account, n.payee_reference,
      case when n.counterparty is null then n.description end as description
    from ledger.transfer t left join accounting.narrative n on n.operation_id = t.op_id
    where t.leg = 1 and t.recorded_in >= bottom and t.recorded_in < top
  ), paid (id) as materialized (
    select payment_id from operation where payment_id is not null
    union
    select split_part(entity, ':', 2)::uuid from platform.audit
    where recorded_in >= bottom and recorded_in < top and entity like 'payment:%'
      and action in ('payment.created', 'payment.scheduled_executed', 'payment.resubmitted')
  ), payment as (
    select p.id, true as is_payment, coalesce(p.execute_at, p.created_at) as happened_at,
      search.payment_words(p, a.ledger_account_id, minor_digits) as words
    from paid join payment.payment p using (id) join bank_account.account a on a.id = p.account_id
  ), movement as (
    select o.op_id, min(t.booked_at) as booked_at, array_agg(distinct own.ledger_account_id) as accounts,
      array_agg(distinct search.amount_word(t.amount, own.currency, minor_digits)) as amounts,
      array_agg(distinct lower(own.currency)) as currencies
    from operation o join ledger.transfer t on t.op_id = o.op_id and t.kind in ('post', 'post_hold')
    cross join lateral unnest(array[t.debit_account_id, t.credit_account_id]) side (account)
    join search.owned_account own on own.ledger_account_id = side.account
    where not exists (select from payment.payment p join bank_account.account payer on payer.id = p.account_id
      where p.id = o.payment_id and payer.ledger_account_id = side.account and o.kind <> 'compensation')
    group by o.op_id
  ), event as (
    select id, is_payment, happened_at, words from payment
    union all
    select o.op_id, false, m.booked_at, search.lexemes(m.accounts, m.amounts || m.currencies || array(
      select search.words(concat_ws(' ', o.counterparty, o.reference, o.payee_reference, o.counterparty_account, o.description))
      union all select search.squeeze(o.counterparty_account) where search.squeeze(o.counterparty_account) <> ''
      union all select o.kind where o.kind not in ('payment', 'credit', 'adjustment')
      union all select search.amount_word(minor, currency, minor_digits)
        from (values (c.sell_minor, c.sell), (c.buy_minor, c.buy)) v (minor, currency) where c.id is not null
      union all select search.day_words(m.booked_at)
      union all select search.card_payment_words(p, minor_digits) from card_payment.payment p
        where o.kind = 'card' and p.reference = o.reference))
    from movement m join operation o using (op_id) left join fx.conversion c on c.id = o.op_id
  )
  insert into search.event (id, is_payment, happened_at, words)
  select id, is_payment, happened_at, words from event
  on conflict (id, is_payment) do update set happened_at = excluded.happened_at, words = excluded.words
    where (event.happened_at, event.words) is distinct from (excluded.happened_at, excluded.words);
  update search.progress set upto = top where upto <> top;
  return top < ceiling;
end $$;
