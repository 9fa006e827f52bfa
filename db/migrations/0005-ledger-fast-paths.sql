-- Ledger: faster functions for the most frequent operations. They pass everything unusual to ledger.post_operations.

-- The fast path of most payments: one leg, posted or held now, between two accounts without restrictions. Every other
-- case is passed to post_operations, which takes the same locks.
create function ledger.post_one(
  op_id uuid, kind ledger.transfer_kind, code text, fingerprint bigint, expires_at timestamptz, value_date date,
  debit bigint, credit bigint, amount bigint, currency text,
  out outcomes text[], out answered_by int[], out ids bigint[], out id_currencies text[],
  out ops int[], out entry_accounts int[], out balances bigint[], out held bigint[], out versions bigint[]
)
language plpgsql security definer set search_path = ledger, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
  d account; c account; locked account; now_ timestamptz; moved bigint := 0; pending bigint := 0;
begin
  for locked in select * from account a where a.id in (debit, credit) order by a.id for no key update loop
    if locked.id = debit then d := locked; else c := locked; end if;
  end loop;
  now_ := greatest(clock_timestamp(), d.last_at + interval '1 microsecond', c.last_at + interval '1 microsecond');
  if debit <> credit and amount > 0 and amount <= 1000000000000000 and d.currency = currency and c.currency = currency
    and (d.flags | c.flags) & 12 = 0 and coalesce(expires_at > now_, true)
    and (d.flags & 1 = 0 or d.debits_posted + d.debits_pending + amount <= d.credits_posted)
    and (c.flags & 2 = 0 or c.credits_posted + c.credits_pending + amount <= c.debits_posted)
    and greatest(d.debits_posted + d.debits_pending, c.credits_posted + c.credits_pending) + amount <= 4000000000000000000
    and op_id >= first_id(now_ - interval '7 days') and op_id < first_id(now_ + interval '1 day')
    and to_regclass('ledger.entry_' || to_char((now_ + interval '1 day') at time zone 'utc', 'YYYY_MM')) is not null
    and current_setting('transaction_isolation') = 'read committed'
  then
    perform from transfer t where t.op_id = post_one.op_id and t.leg = 1;
    if not found then
      if kind = 'post' then moved := amount; else pending := amount; end if;
      with arrow as (
        insert into transfer (op_id, leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, fingerprint)
        values (op_id, 1, kind, code, debit, credit, amount, now_, coalesce(value_date, (now_ at time zone 'utc')::date), fingerprint)
      ), entries as (
        insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)
        values (debit, now_, d.version + 1, -moved, d.credits_posted - d.debits_posted - moved, d.debits_pending + pending, op_id, 1,
                coalesce(value_date, (now_ at time zone 'utc')::date), code),
               (credit, now_, c.version + 1, moved, c.credits_posted - c.debits_posted + moved, c.debits_pending, op_id, 1,
                coalesce(value_date, (now_ at time zone 'utc')::date), code)
      )
      update account a set version = a.version + 1, last_at = now_,
        debits_posted = a.debits_posted + case a.id when debit then moved else 0 end, debits_pending = a.debits_pending + case a.id when debit then pending else 0 end,
        credits_posted = a.credits_posted + case a.id when credit then moved else 0 end, credits_pending = a.credits_pending + case a.id when credit then pending else 0 end
      where a.id in (debit, credit);
      if kind = 'hold' then
        insert into hold (op_id, leg, debit_account_id, credit_account_id, amount, expires_at) values (op_id, 1, debit, credit, amount, expires_at);
      end if;
      outcomes := '{done}'; answered_by := '{1}'; ops := '{1}'; entry_accounts := '{1,2}'; ids := array[debit, credit]; id_currencies := array[currency, currency];
      balances := array[d.credits_posted - d.debits_posted - moved, c.credits_posted - c.debits_posted + moved];
      held := array[d.debits_pending + pending, c.debits_pending]; versions := array[d.version + 1, c.version + 1];
      return;
    end if;
  end if;
  select * into outcomes, answered_by, ids, id_currencies, ops, entry_accounts, balances, held, versions from post_operations(
    array[op_id], array[kind], array[code], array[fingerprint], '{1}', null, array[expires_at], array[value_date], null, null, null,
    case when debit = credit then array[debit] else array[debit, credit] end, '{1}', case when debit = credit then '{1}'::int[] else '{2}' end,
    array[amount], array[currency], '{1}');
end $$;

-- Batch of postings without holds, dates or reversals. Entries come sorted by account, so an entry's position gives
-- its version, and the last one of an account its last booking time. Each account comes with the currency that the
-- caller assumes. Anything unusual is passed to post_operations. The versions returned are those before the batch.
create function ledger.post_postings(
  op_ids uuid[], codes text[], fingerprints bigint[], leg_counts int[], value_dates date[],
  accounts bigint[], currencies text[], debits int[], credits int[], amounts bigint[],
  by_account int[], ends int[],
  out outcomes text[], out answered_by int[], out ids bigint[], out id_currencies text[],
  out ops int[], out entry_accounts int[], out balances bigint[], out held bigint[], out versions bigint[]
)
language plpgsql security definer set search_path = ledger, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
  most constant bigint := 1000000000000000;           -- of one leg, in minor units
  most_total constant bigint := 4000000000000000000;  -- of one account
  most_legs constant int := 5000;                     -- legs of the largest amount; with the largest total they still fit a bigint
  tick constant interval := '1 microsecond';
  n constant int := cardinality(op_ids);
  legs constant int := cardinality(amounts);
  each constant int := legs / nullif(n, 0);           -- legs per operation, if no counts are given
  lowest uuid; highest uuid; different int; largest bigint; newest timestamptz; start timestamptz; today date;
  found bigint[]; usable text[]; places tid[];
  -- Accounts after the legs decided so far; low and high bound their balances.
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
    and not exists (select from transfer t where t.op_id = any (op_ids) and t.leg = 1 and t.op_id >= lowest and t.op_id <= highest);

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
      array(select array_position(currencies, currencies[place]) from unnest(debits) with ordinality leg (place, g) order by g));
    return;
  end if;
  if outcomes is not null then -- refused operations have no entries
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
    where a.ctid = places[i] and entries > 0; -- locked rows keep their ctid
  get diagnostics written = row_count;
  if written <> cardinality(accounts) and outcomes is null then
    raise exception '% of % accounts were written', written, cardinality(accounts) using errcode = 'internal_error';
  end if;
  ops := null;
end $$;

-- The last statements about functions of the ledger: the application may execute those that are granted here or by
-- platform.grant_to_app.
revoke execute on all functions in schema ledger from public;
grant execute on function ledger.first_id(timestamptz) to larkmere_app;
grant execute on function ledger.page_of to larkmere_app;
grant execute on function ledger.post_postings to larkmere_app;
