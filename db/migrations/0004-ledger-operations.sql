-- Ledger: the function that decides and writes operations of every kind: postings, holds, the end of holds, reversals.

-- Decides and writes any number of operations in order, in the caller's transaction. Each operation succeeds or is
-- refused on its own; its legs succeed together. Legs refer to accounts (distinct ids) and currencies by position;
-- `leg_counts` gives the number of legs per operation. Unused arguments are null. Returns one row: per operation its
-- outcome and the operation whose legs left its accounts as they are; per leg its operation; two entries per leg,
-- debit and credit, with the account after each.
create function ledger.post_operations(
  op_ids uuid[], kinds ledger.transfer_kind[], codes text[], fingerprints bigint[], leg_counts int[],
  hold_ids uuid[], expiries timestamptz[], value_dates date[], given_times timestamptz[], reverses uuid[], authorisations text[],
  accounts bigint[], debits int[], credits int[], amounts bigint[], currencies text[], leg_currencies int[],
  out outcomes text[], out answered_by int[], out ids bigint[], out id_currencies text[],
  out ops int[], out entry_accounts int[], out balances bigint[], out held bigint[], out versions bigint[]
)
language plpgsql security definer set search_path = ledger, pg_temp
-- A plan cached while the tables were empty would keep scanning them: always by index, one plan for all sizes.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare
  most constant bigint := 1000000000000000;          -- of one leg, in minor units
  most_total constant bigint := 4000000000000000000; -- of one account; two such totals still fit a bigint
  tick constant interval := '1 microsecond';
  past constant interval := '7 days';                -- highest age of an id at first use
  ahead constant interval := '1 day';                -- highest lead of the clock that made the id
  n constant int := cardinality(op_ids);
  -- Per operation, positions of operations: first with the same id, first with the id of its hold, first to end that hold.
  same_id int[]; maker int[]; ender int[];
  decided_by int[] := array_fill(0, array[n]);       -- by same_id: the operation that was done under this id
  ended boolean[];                                   -- by ender: the hold was ended in this batch
  -- Accounts after the operations decided so far.
  found bigint[]; known_holds uuid[]; a_currency int[]; a_flags smallint[]; a_version bigint[]; a_last timestamptz[];
  dp bigint[]; cp bigint[]; dh bigint[]; ch bigint[];
  -- Legs of holds: open ones, then those made in this batch.
  h_debit int[]; h_credit int[]; h_amount bigint[]; h_expires timestamptz[]; h_size int := 0;
  found_at int[]; found_legs int[]; made_at int[]; made_legs int[];
  -- Legs to write, besides the results: leg w has entries e - 1 (debit) and e = 2w (credit). last_*: booking time before it.
  w int := 0; e int := 0; w_amount bigint[]; w_at timestamptz[]; last_debit timestamptz[]; last_credit timestamptz[]; w_first int[];
  now_ timestamptz; base timestamptz; at_ timestamptz; ends timestamptz; oldest uuid; newest uuid; lowest uuid; highest uuid;
  different int; r record; why text; kind ledger.transfer_kind; fresh boolean; stop smallint;
  next_leg int := 1; first_leg int; legs int; from_hold int; w_before int; x int; y int; c int; amount bigint; moved bigint; pending bigint; part bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    -- Step 3 must see what was committed while step 2 waited for locks.
    raise exception 'operations are decided at isolation level read committed' using errcode = 'invalid_transaction_state';
  end if;
  now_ := clock_timestamp();
  if given_times is not null then
    perform create_partitions(day - past, day + ahead + interval '1 day')
      from (select distinct date_trunc('day', least(t, now_), 'UTC') as day from unnest(given_times) t) days;
  elsif to_regclass('ledger.entry_' || to_char((now_ + ahead) at time zone 'utc', 'YYYY_MM')) is null then
    perform create_partitions(now_ - past, now_ + ahead);
  end if;
  outcomes := array_fill(null::text, array[n]); answered_by := array_fill(0, array[n]); w_first := answered_by;

  -- 1. Find duplicate ids and the accounts of holds to end. Only holds visible now count: their accounts get locked.
  lowest := op_ids[1]; highest := lowest; different := 1;
  if n > 1 then
    select id[1], id[n], d into lowest, highest, different
      from (select array_agg(id order by id) id, count(distinct id) d from unnest(op_ids) id) sorted;
  end if;
  if different < n then
    select array_agg(first order by i) into same_id
      from (select i, min(i) over (partition by id) first from unnest(op_ids) with ordinality g(id, i)) numbered;
  end if;
  ids := accounts;
  if hold_ids is not null then
    select array_agg(distinct h.op_id),
           accounts || array(select u from unnest(array_agg(h.debit_account_id) || array_agg(h.credit_account_id)) u except select unnest(accounts))
      into known_holds, ids from hold h where h.op_id = any (hold_ids);
    select array_agg(m.i order by g.i), array_agg(g.first_end order by g.i) into maker, ender
      from (select *, min(i) over (partition by id) first_end from unnest(hold_ids) with ordinality o(id, i)) g
      left join (select id, min(i) i from unnest(op_ids) with ordinality o(id, i) group by id) m on m.id = g.id;
    found_at := array_fill(0, array[n]); found_legs := found_at; made_at := found_at; made_legs := found_at;
    ended := array_fill(false, array[n]);
  end if;

  -- 2. Lock the accounts in the order of their ids, before anything is looked up or written.
  select array_agg(id), array_agg(currency), array_agg(flags), array_agg(version), array_agg(last_at),
         array_agg(debits_posted), array_agg(credits_posted), array_agg(debits_pending), array_agg(credits_pending)
    into found, id_currencies, a_flags, a_version, a_last, dp, cp, dh, ch
    from (select * from account a where a.id = any (ids) order by a.id for no key update) locked;
  if found is distinct from ids then -- some do not exist, or were appended for holds
    select array_agg(l.currency order by i), array_agg(l.flags order by i), array_agg(l.version order by i), array_agg(l.last_at order by i),
           array_agg(l.dp order by i), array_agg(l.cp order by i), array_agg(l.dh order by i), array_agg(l.ch order by i)
      into id_currencies, a_flags, a_version, a_last, dp, cp, dh, ch
      from unnest(ids) with ordinality u(id, i)
      left join unnest(found, id_currencies, a_flags, a_version, a_last, dp, cp, dh, ch) l(id, currency, flags, version, last_at, dp, cp, dh, ch) on l.id = u.id;
  end if;
  for i in 1..cardinality(ids) loop a_currency[i] := coalesce(array_position(currencies, id_currencies[i]), 0); end loop;
  now_ := clock_timestamp();
  oldest := first_id(now_ - past); newest := first_id(now_ + ahead);

  -- 3. Find ids used before and the legs of open holds, with a new snapshot after locking.
  for r in
    select t.op_id, t.fingerprint from transfer t
      where t.op_id = any (op_ids) and t.leg = 1 and t.op_id >= lowest and t.op_id <= highest
  loop
    foreach x in array array_positions(op_ids, r.op_id) loop
      outcomes[x] := case when r.fingerprint = fingerprints[x] then 'exists' else 'operation_mismatch' end;
    end loop;
  end loop;
  if known_holds is not null then
    for r in select o.i, h.leg, d.i as debit, c.i as credit, h.amount, h.expires_at
      from unnest(hold_ids) with ordinality o(id, i)
      join hold h on h.op_id = o.id
      join unnest(ids) with ordinality d(id, i) on d.id = h.debit_account_id
      join unnest(ids) with ordinality c(id, i) on c.id = h.credit_account_id
      where h.op_id = any (known_holds) order by o.i, h.leg
    loop
      h_size := h_size + 1;
      h_debit[h_size] := r.debit; h_credit[h_size] := r.credit; h_amount[h_size] := r.amount; h_expires[h_size] := r.expires_at;
      if r.leg = 1 then found_at[r.i] := h_size; end if;
      found_legs[r.i] := r.leg;
    end loop;
  end if;

  -- 4. Decide in order, with totals in memory.
  base := now_;
  for i in 1..n loop
    first_leg := next_leg; legs := leg_counts[i]; next_leg := next_leg + legs;
    continue when outcomes[i] is not null;
    if same_id is not null and decided_by[same_id[i]] > 0 then
      x := decided_by[same_id[i]];
      outcomes[i] := case when fingerprints[x] <> fingerprints[i] then 'operation_mismatch' else 'exists' end;
      answered_by[i] := x;
      continue;
    end if;
    kind := kinds[i]; fresh := kind <= 'hold'; why := null; part := null; w_before := w; stop := 12; ends := null;
    if given_times is not null then
      base := least(given_times[i], now_); -- least() ignores null
      oldest := first_id(base - past); newest := first_id(base + ahead);
    end if;
    if op_ids[i] < oldest or op_ids[i] >= newest then why := 'id_out_of_window'; legs := 0;
    elsif not fresh then
      if legs = 1 then part := amounts[first_leg]; end if;
      if authorisations[i] is not null then stop := 8; end if;
      if found_at[i] > 0 then from_hold := found_at[i]; legs := found_legs[i];
      else from_hold := coalesce(made_at[maker[i]], 0); legs := coalesce(made_legs[maker[i]], 0); end if;
      if from_hold = 0 then
        -- A hold committed while we waited for locks was unknown when this operation began.
        why := case when exists (select from transfer t where t.op_id = hold_ids[i] and t.leg = 1 and t.kind = 'hold')
                     and not exists (select from hold h where h.op_id = hold_ids[i])
               then 'hold_already_resolved' else 'hold_unknown' end;
        legs := 0;
      elsif ended[ender[i]] then why := 'hold_already_resolved'; legs := 0;
      elsif part is not null and (legs > 1 or part <= 0 or part > h_amount[from_hold]) then why := 'hold_amount_mismatch'; legs := 0;
      elsif part is not null and leg_currencies[first_leg] <> a_currency[h_debit[from_hold]] then why := 'currency_mismatch'; legs := 0;
      end if;
    elsif reverses[i] is not null then -- nested: a query in the condition would slow every operation
      if exists (select from reversal v where v.reversed_op_id = reverses[i])
        or exists (select from generate_series(1, i - 1) k where reverses[k] = reverses[i] and outcomes[k] = 'done') then
        why := 'already_reversed'; legs := 0;
      end if;
    end if;

    for j in 0..legs - 1 loop
      if fresh then
        x := debits[first_leg + j]; y := credits[first_leg + j]; amount := amounts[first_leg + j]; c := leg_currencies[first_leg + j];
        if kind = 'post' then moved := amount; pending := 0; else moved := 0; pending := amount; ends := expiries[i]; end if;
      else
        x := h_debit[from_hold + j]; y := h_credit[from_hold + j]; pending := -h_amount[from_hold + j]; ends := h_expires[from_hold + j];
        amount := coalesce(part, -pending); moved := case kind when 'post_hold' then amount else 0 end; c := a_currency[x];
      end if;
      at_ := greatest(base, a_last[x] + tick, a_last[y] + tick);
      why := case
        when kind = 'void_hold' then null -- holds can always be released
        when x = y then 'same_account'
        when amount <= 0 or amount > most then 'amount_out_of_range'
        when a_flags[x] is null or a_flags[y] is null then 'unknown_account'
        when a_currency[x] <> c or a_currency[y] <> c then 'currency_mismatch'
        when (a_flags[x] | a_flags[y]) & stop <> 0 then case when (a_flags[x] | a_flags[y]) & 8 <> 0 then 'account_closed' else 'account_frozen' end
        when ends <= at_ then 'hold_expired'
        when a_flags[x] & 1 <> 0 and dp[x] + dh[x] + moved + pending > cp[x] then 'insufficient_funds'
        when a_flags[y] & 2 <> 0 and cp[y] + ch[y] + moved + pending > dp[y] then 'insufficient_funds'
        when greatest(dp[x] + dh[x], cp[y] + ch[y]) + moved + pending > most_total then 'amount_out_of_range'
      end;
      exit when why is not null;
      w := w + 1; e := e + 2;
      last_debit[w] := a_last[x]; last_credit[w] := a_last[y]; a_last[x] := at_; a_last[y] := at_;
      dp[x] := dp[x] + moved; cp[y] := cp[y] + moved;
      if pending <> 0 then dh[x] := dh[x] + pending; ch[y] := ch[y] + pending; end if;
      a_version[x] := a_version[x] + 1; a_version[y] := a_version[y] + 1;
      ops[w] := i; w_at[w] := at_; w_amount[w] := amount;
      entry_accounts[e - 1] := x; versions[e - 1] := a_version[x]; balances[e - 1] := cp[x] - dp[x]; held[e - 1] := dh[x];
      entry_accounts[e] := y; versions[e] := a_version[y]; balances[e] := cp[y] - dp[y]; held[e] := dh[y];
    end loop;

    if why is not null then
      outcomes[i] := why;
      while w > w_before loop -- undo the legs of this operation, last first
        x := entry_accounts[e - 1]; y := entry_accounts[e]; amount := w_amount[w];
        if kind = 'hold' then dh[x] := dh[x] - amount; ch[y] := ch[y] - amount;
        else dp[x] := dp[x] - amount; cp[y] := cp[y] - amount; end if;
        if kind = 'post_hold' then
          pending := h_amount[from_hold + w - w_before - 1]; dh[x] := dh[x] + pending; ch[y] := ch[y] + pending;
        end if;
        a_version[x] := a_version[x] - 1; a_version[y] := a_version[y] - 1; a_last[x] := last_debit[w]; a_last[y] := last_credit[w];
        w := w - 1; e := e - 2;
      end loop;
    else
      outcomes[i] := 'done'; answered_by[i] := i; w_first[i] := w_before;
      if same_id is not null then decided_by[same_id[i]] := i; end if;
      if not fresh then ended[ender[i]] := true;
      elsif kind = 'hold' and hold_ids is not null then
        x := case when same_id is null then i else same_id[i] end;
        made_at[x] := h_size + 1; made_legs[x] := legs;
        for j in w_before + 1..w loop
          h_size := h_size + 1;
          h_debit[h_size] := entry_accounts[2 * j - 1]; h_credit[h_size] := entry_accounts[2 * j]; h_amount[h_size] := w_amount[j]; h_expires[h_size] := expiries[i];
        end loop;
      end if;
    end if;
  end loop;

  -- 5. Write. Legs after w were undone.
  if w > 0 then
    insert into transfer (op_id, leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, hold_id, fingerprint)
    select op_ids[ops[g]], g - w_first[ops[g]], kinds[ops[g]], codes[ops[g]], ids[entry_accounts[2 * g - 1]], ids[entry_accounts[2 * g]], w_amount[g], w_at[g],
           coalesce(value_dates[ops[g]], (w_at[g] at time zone 'utc')::date), hold_ids[ops[g]], fingerprints[ops[g]]
      from generate_series(1, w) g;
    insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg, value_date, code)
    select id, w_at[g], versions[k], case when kinds[ops[g]] in ('post', 'post_hold') then case when k = 2 * g then w_amount[g] else -w_amount[g] end else 0 end,
           balances[k], held[k], op_ids[ops[g]], g - w_first[ops[g]],
           coalesce(value_dates[ops[g]], (w_at[g] at time zone 'utc')::date), codes[ops[g]]
      from (select ids[entry_accounts[k]] id, k, (k + 1) / 2 g from generate_series(1, e) k order by 1, 2) sorted; -- in index order
    update account a set debits_posted = dp[i], credits_posted = cp[i], debits_pending = dh[i], credits_pending = ch[i],
           version = a_version[i], last_at = a_last[i]
      from unnest(ids) with ordinality u(id, i)
      where a.id = u.id and a.id = any (ids) and a.version <> a_version[i];
    if 'hold' = any (kinds) then
      insert into hold (op_id, leg, debit_account_id, credit_account_id, amount, expires_at)
      select op_ids[ops[g]], g - w_first[ops[g]], ids[entry_accounts[2 * g - 1]], ids[entry_accounts[2 * g]], w_amount[g], expiries[ops[g]]
        from generate_series(1, w) g where kinds[ops[g]] = 'hold';
    end if;
    if hold_ids is not null then
      delete from hold h where h.op_id = any (array(select distinct hold_ids[op] from unnest(ops[1:w]) op));
    end if;
    if reverses is not null then
      insert into reversal (reversed_op_id, op_id)
      select reverses[i], op_ids[i] from generate_series(1, n) i where outcomes[i] = 'done' and reverses[i] is not null;
    end if;
    if authorisations is not null then
      insert into authorisation (op_id, reason)
      select op_ids[i], authorisations[i] from generate_series(1, n) i where outcomes[i] = 'done' and authorisations[i] is not null;
    end if;
  end if;

  -- 6. Return the legs of this call, and those of earlier transactions from their entries.
  ops := ops[1:w];
  if 'exists' = any (outcomes) then
    for r in
      select o.i, t.leg, n.account_id, n.balance, n.held, n.version, a.currency
      from unnest(outcomes, answered_by, op_ids) with ordinality o(outcome, by, id, i)
      cross join lateral (select * from transfer t where t.op_id = o.id offset 0) t
      cross join lateral (select * from entry n where n.account_id in (t.debit_account_id, t.credit_account_id) and n.booked_at = t.booked_at offset 0) n
      join account a on a.id = n.account_id
      where o.outcome = 'exists' and o.by = 0
      order by o.i, t.leg
    loop
      if r.account_id <> all (ids) then ids := ids || r.account_id; id_currencies := id_currencies || r.currency; end if;
      e := e + 1; ops[(e + 1) / 2] := r.i; answered_by[r.i] := r.i;
      entry_accounts[e] := array_position(ids, r.account_id); balances[e] := r.balance; held[e] := r.held; versions[e] := r.version;
    end loop;
  end if;
end $$;
