-- As before, with less to count leg by leg: entries come sorted by account, so the place of one tells its version, and the last of an
-- account when it was booked last. Each account comes with the currency that its caller takes it to have. What is answered of a
-- version is the one before the batch.
drop function ledger.post_postings;
create function ledger.post_postings(
  op_ids uuid[], codes text[], fingerprints bigint[], leg_counts int[], value_dates date[],
  accounts bigint[], currencies text[], debits int[], credits int[], amounts bigint[],
  by_account int[], ends int[], keep_refusals boolean,
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
  each constant int := legs / nullif(n, 0);           -- of an operation, where no counts are given
  lowest uuid; highest uuid; different int; largest bigint; newest timestamptz; start timestamptz; today date;
  found bigint[]; usable text[]; places tid[];
  -- Accounts as the legs decided so far leave them. Low and high bound their balances.
  debited bigint[]; balance bigint[]; low bigint[]; high bigint[];
  nth int[]; x int; y int; amount bigint; moved bigint := 0; plain boolean; running int[]; done_legs int; written int;
begin
  select array_agg(id), array_agg(case when flags & 12 = 0 then currency end), array_agg(ctid), array_agg(version), max(last_at),
         array_agg(debits_posted), array_agg(credits_posted - debits_posted), array_agg(debits_pending),
         max(greatest(debits_posted + debits_pending, credits_posted + credits_pending)),
         array_agg(case when flags & 1 = 0 then -2 * most_total else debits_pending end),
         array_agg(case when flags & 2 = 0 then 2 * most_total else -credits_pending end)
    into found, usable, places, versions, newest, debited, balance, held, largest, low, high
    from (select a.ctid, a.* from account a where a.id = any (accounts) order by a.id for no key update) locked;
  select id[1], id[n], d into lowest, highest, different
    from (select array_agg(id order by id) id, count(distinct id) d from unnest(op_ids) id) sorted;
  start := greatest(clock_timestamp(), newest); today := (start at time zone 'utc')::date;
  if leg_counts is not null then
    select array_agg(i), array_agg(l) into ops, nth from generate_series(1, n) i, generate_series(1, leg_counts[i]) l;
  end if;
  plain := found = accounts and usable = currencies and different = n and coalesce(cardinality(ops), n * each) = legs
    and cardinality(by_account) = 2 * legs and legs <= most_legs
    and lowest >= first_id(start - interval '7 days') and highest < first_id(start + interval '1 day')
    and current_setting('transaction_isolation') = 'read committed'
    and to_regclass('ledger.entry_' || to_char((start + interval '1 day') at time zone 'utc', 'YYYY_MM')) is not null
    and ((start + legs * tick) at time zone 'utc')::date = today
    and not exists (select from transfer t where t.op_id = any (op_ids) and t.leg = 1 and t.op_id >= lowest and t.op_id <= highest)
    and not exists (select from rejection r where r.op_id = any (op_ids) and r.op_id >= lowest and r.op_id <= highest);

  balances := array_fill(0::bigint, array[2 * legs]);
  for g in 1..case when plain then legs else 0 end loop
    x := debits[g]; y := credits[g]; amount := amounts[g];
    if amount > 0 and amount <= most and x <> y and currencies[x] = currencies[y]
      and balance[x] - amount >= low[x] and balance[y] + amount <= high[y] then
      moved := moved + amount; debited[x] := debited[x] + amount;
      balance[x] := balance[x] - amount; balances[2 * g - 1] := balance[x];
      balance[y] := balance[y] + amount; balances[2 * g] := balance[y];
    else
      plain := legs = n and amount > 0 and amount <= most and x <> y and currencies[x] = currencies[y];
      exit when plain is not true;
      outcomes := coalesce(outcomes, array_fill('done'::text, array[n]));
      outcomes[g] := 'insufficient_funds';
    end if;
  end loop;
  if plain is not true or moved > most_total - largest then
    select * into outcomes, answered_by, ids, id_currencies, ops, entry_accounts, balances, held, versions from post_operations(
      op_ids, array_fill('post'::transfer_kind, array[n]), codes, fingerprints, coalesce(leg_counts, array_fill(each, array[n])), null, null, value_dates,
      null, null, null, accounts, debits, credits, amounts, currencies,
      array(select array_position(currencies, currencies[place]) from unnest(debits) with ordinality leg (place, g) order by g), keep_refusals);
    return;
  end if;
  if outcomes is not null then -- what was refused has no entries
    select coalesce(array_agg(k) filter (where done), '{}'), array_agg(e) into by_account, running
      from (select k, done, count(*) filter (where done) over (rows unbounded preceding) e
              from (select k, outcomes[(k + 1) >> 1] = 'done' as done from unnest(by_account) k) entries) counted;
    select array_agg(running[e]) into ends from unnest(ends) e;
  end if;

  insert into transfer (op_id, leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, fingerprint)
  select op_ids[i], leg, 'post', codes[i], accounts[debits[g]], accounts[credits[g]], amounts[g], start + g * tick,
         coalesce(value_dates[i], today), fingerprints[i]
    from (select g, coalesce(ops[g], (g - 1) / each + 1) i, coalesce(nth[g], (g - 1) % each + 1) leg from generate_series(1, legs) g offset 0) legs
    where outcomes[i] is distinct from 'insufficient_funds';
  get diagnostics done_legs = row_count;
  insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)
  select accounts[a], start + g * tick, versions[a] + place - coalesce(ends[a - 1], 0), case when k & 1 = 1 then -amounts[g] else amounts[g] end,
         balances[k], held[a], op_ids[i], leg, coalesce(value_dates[i], today), codes[i]
    from (select k, place, g, coalesce(ops[g], (g - 1) / each + 1) i, coalesce(nth[g], (g - 1) % each + 1) leg,
                 case when k & 1 = 1 then debits[g] else credits[g] end a
            from (select k, place, (k + 1) >> 1 g from unnest(by_account) with ordinality entry (k, place) offset 0) entries offset 0) entries
    where place > coalesce(ends[a - 1], 0) and place <= ends[a];
  get diagnostics written = row_count;
  if written <> 2 * done_legs then
    raise exception '% of % entries stand with their accounts', written, 2 * done_legs using errcode = 'internal_error';
  end if;
  update account a set debits_posted = debited[i], credits_posted = balance[i] + debited[i], version = versions[i] + entries,
         last_at = start + ((by_account[ends[i]] + 1) >> 1) * tick
    from (select i, ends[i] - coalesce(ends[i - 1], 0) entries from generate_series(1, cardinality(accounts)) i offset 0) touched
    where a.ctid = places[i] and entries > 0; -- locked rows stay in place
  get diagnostics written = row_count;
  if written <> cardinality(accounts) and outcomes is null then
    raise exception '% of % accounts were written', written, cardinality(accounts) using errcode = 'internal_error';
  end if;
  if keep_refusals and outcomes is not null then
    insert into rejection (op_id, outcome, fingerprint, refused_at)
    select op_ids[i], outcomes[i], fingerprints[i], start from generate_series(1, n) i where outcomes[i] <> 'done';
  end if;
  ops := null;
end $$;
revoke execute on function ledger.post_postings from public;
grant execute on function ledger.post_postings to larkmere_app;
