-- The way of most batches: nothing but postings of now. It means what post_operations means and locks as it does; whatever
-- else there is about a batch it leaves to that. Of refusals it knows only the one of an operation with a single leg that
-- asks for more than there is. Entries are written in the order in which `by_account` names them, two for each leg.
-- Answers as post_operations does; but what the caller knows is null, outcomes too when all were done, and `held` tells it
-- by account.
create function ledger.post_postings(
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
  x int; y int; c int; written int; amount bigint; moved bigint := 0; plain boolean;
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
  at_ := greatest(clock_timestamp(), newest);
  if leg_counts is not null then
    select array_agg(i), array_agg(l) into ops, nth from generate_series(1, n) i, generate_series(1, leg_counts[i]) l;
  end if;
  plain := found = accounts and different = n and cardinality(coalesce(ops, debits)) = legs and (leg_counts is not null or n = legs)
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
  if plain is not true or moved > most_total - largest then
    select * into outcomes, answered_by, ids, id_currencies, ops, entry_accounts, balances, held, versions from post_operations(
      op_ids, array_fill('post'::transfer_kind, array[n]), codes, fingerprints, coalesce(leg_counts, array_fill(1, array[n])), null, null, value_dates,
      null, null, null, accounts, debits, credits, amounts, currencies, leg_currencies, keep_refusals);
    return;
  end if;

  insert into transfer (op_id, leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, fingerprint)
  select op_ids[i], leg, 'post', codes[i], accounts[debits[g]], accounts[credits[g]], amounts[g], w_at[g],
         coalesce(value_dates[i], (w_at[g] at time zone 'utc')::date), fingerprints[i]
    from (select g, coalesce(ops[g], g) i, coalesce(nth[g], 1) leg from generate_series(1, legs) g offset 0) legs
    where outcomes[i] is distinct from 'insufficient_funds';
  insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg)
  select accounts[a], w_at[g], versions[k], case when k & 1 = 1 then -amounts[g] else amounts[g] end, balances[k], held[a], op_ids[i], leg
    from (select k, g, coalesce(ops[g], g) i, coalesce(nth[g], 1) leg, case when k & 1 = 1 then debits[g] else credits[g] end a
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

revoke execute on all functions in schema ledger from public;
