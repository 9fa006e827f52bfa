-- An entry tells the value date and the code of its transfer, so that a page of them is read without looking for fifty
-- transfers. Both are sealed as those of the transfer, by which an entry is found.
alter table ledger.entry add column value_date date, add column code text;
alter table ledger.entry disable trigger entry_is_history;
update ledger.entry e set value_date = t.value_date, code = t.code
  from ledger.transfer t where t.op_id = e.op_id and t.leg = e.leg;
alter table ledger.entry enable trigger entry_is_history;
alter table ledger.entry alter column value_date set not null, alter column code set not null;

-- A page of an account's movements, the newest first: one array for each column, all in one text, which its caller reads faster
-- than rows. It has a plan of its own that is kept: knowing the moment would spare the server months, and planning anew for
-- that costs more than the page. Figures are texts, since JSON would round them; times are seconds since 1970, which their
-- caller reads faster than dates. `direction` is 1 for what came in, -1 for what went out, 0 for both.
drop function ledger.page_of;
create function ledger.page_of(account bigint, since timestamptz, until timestamptz, direction int, most int) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return (
    select json_build_object(
        'currency', (select a.currency from ledger.account a where a.id = account),
        'op_ids', json_agg(op_id), 'legs', json_agg(leg), 'codes', json_agg(code),
        'booked_at', json_agg(date_part('epoch', booked_at)), 'value_dates', json_agg(value_date),
        'amounts', json_agg(amount::text), 'balances', json_agg(balance::text))
      from (select * from ledger.entry
             where account_id = account and booked_at >= since and booked_at < until and amount <> 0
               and (direction = 0 or sign(amount) = direction)
             order by booked_at desc limit most) e);
end $$;
revoke execute on function ledger.page_of from public;
grant execute on function ledger.page_of to larkmere_app;

-- The seal finds what is new by the first leg of each transfer, and the others by their key: one row in the index, whatever
-- the number of legs.
drop index ledger.transfer_recorded;
create index transfer_recorded on ledger.transfer (recorded_in) where leg = 1;

create or replace view seal.transfer_text as
  select t.recorded_in, t.op_id, t.leg, a.currency, case when t.kind in ('post', 'post_hold') then t.amount end as moved,
    array_to_json(array['transfer', t.recorded_in::text, t.op_id::text, t.leg::text, t.kind::text, t.code,
      t.debit_account_id::text, t.credit_account_id::text, t.amount::text,
      (extract(epoch from t.booked_at) * 1000000)::bigint::text, t.value_date::text, t.hold_id::text, t.fingerprint::text,
      d.version::text, d.amount::text, d.balance::text, d.held::text,
      c.version::text, c.amount::text, c.balance::text, c.held::text])::text as body
  from ledger.transfer t
  left join ledger.entry d on (d.account_id, d.booked_at, d.op_id, d.leg, d.value_date, d.code)
    = (t.debit_account_id, t.booked_at, t.op_id, t.leg, t.value_date, t.code)
  left join ledger.entry c on (c.account_id, c.booked_at, c.op_id, c.leg, c.value_date, c.code)
    = (t.credit_account_id, t.booked_at, t.op_id, t.leg, t.value_date, t.code)
  left join ledger.account a on a.id = t.debit_account_id;

-- Writes a function anew with `was`, which stands there once, become `now`. The rest of it stays where it was written.
create function pg_temp.rewrite(name regproc, was text, now text) returns void language plpgsql as $$
declare
  body constant text := pg_get_functiondef(name);
begin
  if cardinality(string_to_array(body, was)) <> 2 then
    raise exception '% does not have once: %', name, was;
  end if;
  execute replace(body, was, now);
end $$;

select pg_temp.rewrite('seal.seal_up',
  $was$select recorded_in, op_id, leg, null::bigint as audit_id, currency, moved, body from transfer_text
          union all$was$,
  $now$select recorded_in, t.op_id, t.leg, null::bigint as audit_id, t.currency, t.moved, t.body
          from ledger.transfer first join transfer_text t using (op_id, recorded_in) where first.leg = 1
          union all$now$);

select pg_temp.rewrite('ledger.post_operations',
  $was$insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg)$was$,
  $now$insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)$now$);
select pg_temp.rewrite('ledger.post_operations',
  $was$balances[k], held[k], op_ids[ops[g]], g - w_first[ops[g]]
$was$,
  $now$balances[k], held[k], op_ids[ops[g]], g - w_first[ops[g]],
           coalesce(value_dates[ops[g]], (w_at[g] at time zone 'utc')::date), codes[ops[g]]
$now$);

select pg_temp.rewrite('ledger.post_one',
  $was$insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg)$was$,
  $now$insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)$now$);
select pg_temp.rewrite('ledger.post_one',
  $was$d.debits_pending + pending, op_id, 1),$was$,
  $now$d.debits_pending + pending, op_id, 1,
                coalesce(value_date, (now_ at time zone 'utc')::date), code),$now$);
select pg_temp.rewrite('ledger.post_one',
  $was$c.debits_pending, op_id, 1)$was$,
  $now$c.debits_pending, op_id, 1,
                coalesce(value_date, (now_ at time zone 'utc')::date), code)$now$);

-- In post_plain all legs have the same day; where midnight falls among them, post_operations takes over.
select pg_temp.rewrite('ledger.post_plain', $was$x int; y int; c int; written int;$was$, $now$today date; x int; y int; c int; written int;$now$);
select pg_temp.rewrite('ledger.post_plain',
  $was$at_ := greatest(clock_timestamp(), newest);$was$,
  $now$at_ := greatest(clock_timestamp(), newest); today := (at_ at time zone 'utc')::date;$now$);
select pg_temp.rewrite('ledger.post_plain',
  $was$if plain is not true or moved > most_total - largest then$was$,
  $now$if plain is not true or moved > most_total - largest or (at_ at time zone 'utc')::date <> today then$now$);
select pg_temp.rewrite('ledger.post_plain',
  $was$coalesce(value_dates[i], (w_at[g] at time zone 'utc')::date), fingerprints[i]$was$,
  $now$coalesce(value_dates[i], today), fingerprints[i]$now$);
select pg_temp.rewrite('ledger.post_plain',
  $was$insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg)$was$,
  $now$insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)$now$);
select pg_temp.rewrite('ledger.post_plain',
  $was$balances[k], held[a], op_ids[i], leg
$was$,
  $now$balances[k], held[a], op_ids[i], leg, coalesce(value_dates[i], today), codes[i]
$now$);
