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

create or replace view audit_chain.transfer_text as
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

select pg_temp.rewrite('audit_chain.append_entries',
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

-- As before, but an entry tells its value date and code. All legs have the same day: where midnight falls among them, it is left to
-- post_operations. As a rule operations have as many legs as each other, and the number of a leg tells its operation and place.
create or replace function ledger.post_postings(
  op_ids uuid[], codes text[], fingerprints bigint[], leg_counts int[], value_dates date[],
  accounts bigint[], debits int[], credits int[], amounts bigint[], currencies text[], leg_currencies int[],
  by_account int[], keep_refusals boolean,
  out outcomes text[], out answered_by int[], out ids bigint[], out id_currencies text[],
  out ops int[], out entry_accounts int[], out balances bigint[], out held bigint[], out versions bigint[]
)
language plpgsql security definer set search_path = ledger, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
  most constant bigint := 1000000000000000;           -- of one leg, in minor units
  most_total constant bigint := 4000000000000000000;  -- of one account
  most_legs constant int := 5000;                     -- of the largest, which together with such a total still fit a bigint
  tick constant interval := '1 microsecond';
  n constant int := cardinality(op_ids);
  legs constant int := cardinality(amounts);
  lowest uuid; highest uuid; different int; largest bigint; newest timestamptz; at_ timestamptz; w_at timestamptz[]; nth int[];
  -- Accounts as the legs decided so far leave them. Low and high bound their balances; none is usable that is not open.
  found bigint[]; places tid[]; usable int[]; a_version bigint[]; a_last timestamptz[]; dp bigint[]; cp bigint[]; low bigint[]; high bigint[];
  today date; fewest int; most_of_one int; x int; y int; c int; written int; amount bigint; moved bigint := 0; plain boolean;
begin
  select array_agg(id), array_agg(ctid), array_agg(case when flags & 12 = 0 then array_position(currencies, currency) end), array_agg(version),
         array_agg(last_at), max(last_at), array_agg(debits_posted), array_agg(credits_posted), array_agg(debits_pending),
         max(greatest(debits_posted + debits_pending, credits_posted + credits_pending)),
         array_agg(case when flags & 1 = 0 then -2 * most_total else debits_pending end),
         array_agg(case when flags & 2 = 0 then 2 * most_total else -credits_pending end)
    into found, places, usable, a_version, a_last, newest, dp, cp, held, largest, low, high
    from (select a.ctid, a.* from account a where a.id = any (accounts) order by a.id for no key update) locked;
  select id[1], id[n], d into lowest, highest, different
    from (select array_agg(id order by id) id, count(distinct id) d from unnest(op_ids) id) sorted;
  at_ := greatest(clock_timestamp(), newest); today := (at_ at time zone 'utc')::date;
  select coalesce(min(l), 1), max(l) into fewest, most_of_one from unnest(leg_counts) l;
  if fewest <> most_of_one then
    select array_agg(i), array_agg(l) into ops, nth from generate_series(1, n) i, generate_series(1, leg_counts[i]) l;
  end if;
  plain := found = accounts and different = n and coalesce(cardinality(ops), n * fewest) = legs
    and cardinality(by_account) = 2 * legs and legs <= most_legs
    and lowest >= first_id(at_ - interval '7 days') and highest < first_id(at_ + interval '1 day')
    and current_setting('transaction_isolation') = 'read committed'
    and to_regclass('ledger.entry_' || to_char((at_ + interval '1 day') at time zone 'utc', 'YYYY_MM')) is not null
    and not exists (select from transfer t where t.op_id = any (op_ids) and t.leg = 1 and t.op_id >= lowest and t.op_id <= highest)
    and not exists (select from rejection r where r.op_id = any (op_ids) and r.op_id >= lowest and r.op_id <= highest);

  balances := array_fill(0::bigint, array[2 * legs]); versions := balances;
  for g in 1..legs loop
    exit when plain is not true;
    x := debits[g]; y := credits[g]; amount := amounts[g]; c := leg_currencies[g];
    if amount > 0 and amount <= most and x <> y and usable[x] = c and usable[y] = c
      and cp[x] - dp[x] - amount >= low[x] and cp[y] - dp[y] + amount <= high[y] then
      moved := moved + amount; at_ := at_ + tick; w_at[g] := at_; a_last[x] := at_; a_last[y] := at_;
      dp[x] := dp[x] + amount; balances[2 * g - 1] := cp[x] - dp[x];
      cp[y] := cp[y] + amount; balances[2 * g] := cp[y] - dp[y];
      a_version[x] := a_version[x] + 1; versions[2 * g - 1] := a_version[x];
      a_version[y] := a_version[y] + 1; versions[2 * g] := a_version[y];
    else
      plain := leg_counts is null and amount > 0 and amount <= most and x <> y and usable[x] = c and usable[y] = c;
      outcomes := coalesce(outcomes, array_fill('done'::text, array[n]));
      outcomes[g] := 'insufficient_funds';
    end if;
  end loop;
  if plain is not true or moved > most_total - largest or (at_ at time zone 'utc')::date <> today then
    select * into outcomes, answered_by, ids, id_currencies, ops, entry_accounts, balances, held, versions from post_operations(
      op_ids, array_fill('post'::transfer_kind, array[n]), codes, fingerprints, coalesce(leg_counts, array_fill(1, array[n])), null, null, value_dates,
      null, null, null, accounts, debits, credits, amounts, currencies, leg_currencies, keep_refusals);
    return;
  end if;

  insert into transfer (op_id, leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, fingerprint)
  select op_ids[i], leg, 'post', codes[i], accounts[debits[g]], accounts[credits[g]], amounts[g], w_at[g],
         coalesce(value_dates[i], today), fingerprints[i]
    from (select g, coalesce(ops[g], (g - 1) / fewest + 1) i, coalesce(nth[g], (g - 1) % fewest + 1) leg from generate_series(1, legs) g offset 0) legs
    where outcomes[i] is distinct from 'insufficient_funds';
  insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)
  select accounts[a], w_at[g], versions[k], case when k & 1 = 1 then -amounts[g] else amounts[g] end, balances[k], held[a], op_ids[i], leg, coalesce(value_dates[i], today), codes[i]
    from (select k, g, coalesce(ops[g], (g - 1) / fewest + 1) i, coalesce(nth[g], (g - 1) % fewest + 1) leg, case when k & 1 = 1 then debits[g] else credits[g] end a
            from (select k, (k + 1) >> 1 g from unnest(by_account) k offset 0) entries offset 0) entries
    where outcomes[i] is distinct from 'insufficient_funds';
  update account a set debits_posted = dp[i], credits_posted = cp[i], version = a_version[i], last_at = a_last[i]
    from generate_series(1, cardinality(accounts)) i where a.ctid = places[i] and a.version <> a_version[i]; -- locked rows stay in place
  get diagnostics written = row_count;
  if written <> cardinality(accounts) and outcomes is null then
    raise exception '% of % accounts were written', written, cardinality(accounts) using errcode = 'internal_error';
  end if;
  if keep_refusals and outcomes is not null then
    insert into rejection (op_id, outcome, fingerprint, refused_at)
    select op_ids[i], outcomes[i], fingerprints[i], at_ from generate_series(1, n) i where outcomes[i] <> 'done';
  end if;
  ops := null;
end $$;
