-- A page of an account's movements, the newest first, as arrays in one row: fifty rows of eight columns took the caller as
-- long to read as the server to find. It has a plan of its own that is kept: knowing the moment would spare the server months,
-- and planning anew for that costs more than the page. The entries are found first and only those that are shown look
-- for their transfers. Times are in UTC. `direction` is 1 for what came in, -1 for what went out, 0 for both.
create function ledger.page_of(
  account bigint, since timestamptz, until timestamptz, direction int, most int,
  out currency text, out op_ids uuid[], out legs smallint[], out codes text[], out booked_at timestamp[], out value_dates date[],
  out amounts bigint[], out balances bigint[]
)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  currency := (select currency from ledger.account where id = $1);
  select array_agg(e.op_id), array_agg(e.leg), array_agg(t.code),
         array_agg(e.booked_at at time zone 'utc'), array_agg(t.value_date), array_agg(e.amount), array_agg(e.balance)
    into op_ids, legs, codes, booked_at, value_dates, amounts, balances
    from (select * from ledger.entry
           where account_id = $1 and booked_at >= since and booked_at < until and amount <> 0
             and (direction = 0 or sign(amount) = direction)
           order by booked_at desc limit most) e,
         lateral (select code, value_date from ledger.transfer where op_id = e.op_id and leg = e.leg limit 1) t;
end $$;

revoke execute on function ledger.page_of from public;
grant execute on function ledger.page_of to larkmere_app;
