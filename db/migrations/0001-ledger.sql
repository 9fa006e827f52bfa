-- The ledger: accounts with four totals, transfers made of legs, holds. It knows no payment and no customer.
-- Everything is written through the functions below; history is never changed.
create schema ledger;

create type ledger.transfer_kind as enum ('post', 'hold', 'post_hold', 'void_hold');

-- The hot row of every transfer: small, with room to be rewritten in place, and without a second index.
create table ledger.account (
  id              bigint generated always as identity primary key,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  flags           smallint not null, -- 1 debits may not exceed credits, 2 credits may not exceed debits, 4 frozen, 8 closed
  debits_posted   bigint not null default 0,
  credits_posted  bigint not null default 0,
  debits_pending  bigint not null default 0,
  credits_pending bigint not null default 0,
  version         bigint not null default 0, -- number of entries, without gaps
  last_at         timestamptz not null default '-infinity', -- booking time of the last entry
  constraint account_not_overdrawn
    check (flags & 1 = 0 or debits_posted + debits_pending <= credits_posted),
  constraint account_not_overcredited
    check (flags & 2 = 0 or credits_posted + credits_pending <= debits_posted),
  constraint account_totals_not_negative
    check (least(debits_posted, credits_posted, debits_pending, credits_pending) >= 0)
) with (fillfactor = 50);

-- The chart of accounts, apart from the totals so that they stay without a second index.
create table ledger.account_name (
  code       text primary key,
  class      text not null check (class in ('asset', 'liability', 'equity', 'income', 'expense')),
  account_id bigint not null unique references ledger.account,
  opened_at  timestamptz not null default now()
);

-- One row is one arrow, so a transfer cannot fail to balance. No foreign keys here nor on entries: they would double
-- the cost of a posting, and only ledger.post_operations writes these two tables.
create table ledger.transfer (
  op_id             uuid not null,
  leg               smallint not null,
  kind              ledger.transfer_kind not null,
  code              text not null,
  debit_account_id  bigint not null,
  credit_account_id bigint not null,
  amount            bigint not null, -- moved, set aside, or set free again
  booked_at         timestamptz not null,
  value_date        date not null,
  hold_id           uuid, -- the hold that this operation ends
  fingerprint       bigint not null, -- of the whole operation as its caller stated it
  primary key (op_id, leg),
  constraint transfer_moves_between_two_accounts check (debit_account_id <> credit_account_id),
  constraint transfer_amount_positive check (amount > 0),
  constraint transfer_hold_named check ((hold_id is not null) = (kind in ('post_hold', 'void_hold')))
);

-- One index serves the statement, its pages, and the balance as at any instant.
create table ledger.entry (
  account_id bigint not null,
  booked_at  timestamptz not null,
  version    bigint not null,
  amount     bigint not null, -- credit positive, debit negative, 0 for what only changes a hold
  balance    bigint not null, -- credits less debits, after this entry
  held       bigint not null, -- debits pending, after this entry
  op_id      uuid not null,
  leg        smallint not null,
  primary key (account_id, booked_at)
);

-- Open holds only; their end deletes them here and is recorded as a transfer.
create table ledger.hold (
  op_id             uuid not null,
  leg               smallint not null,
  debit_account_id  bigint not null,
  credit_account_id bigint not null,
  amount            bigint not null,
  expires_at        timestamptz,
  primary key (op_id, leg)
);
create index hold_of_account on ledger.hold (debit_account_id);
create index hold_expiring on ledger.hold (expires_at) where expires_at is not null and leg = 1;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is never %', tg_table_schema, tg_table_name,
    case tg_op when 'UPDATE' then 'changed' when 'DELETE' then 'deleted from' else 'emptied' end
    using errcode = 'restrict_violation', hint = 'Correct it with a new transfer.';
end $$;
create trigger transfer_is_history before update or delete or truncate on ledger.transfer
  for each statement execute function ledger.refuse_change();
create trigger entry_is_history before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger account_stays before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_change();
create trigger account_name_stays before update or delete or truncate on ledger.account_name
  for each statement execute function ledger.refuse_change();
create trigger hold_is_not_emptied before truncate on ledger.hold
  for each statement execute function ledger.refuse_change();

-- Opens the account of this name, or answers the one that has it already, whatever its attributes.
create function ledger.open_account(new_code text, new_class text, new_currency text, new_flags smallint)
returns table (id bigint, class text, currency text, flags smallint)
language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
begin
  -- One statement, so that the reference from name to account is checked when both are there.
  if not exists (select from account_name n where n.code = new_code) then
    with named as (
      insert into account_name (code, class, account_id)
      values (new_code, new_class, nextval(pg_get_serial_sequence('ledger.account', 'id')))
      on conflict (code) do nothing returning account_id
    )
    insert into account (id, currency, flags) overriding system value
    select account_id, new_currency, new_flags from named;
  end if;
  return query select a.id, n.class, a.currency, (a.flags & 3)::smallint
    from account_name n join account a on a.id = n.account_id where n.code = new_code;
end $$;

-- Sets and clears the flags "frozen" (4) and "closed" (8). Closing takes an account without balance or holds; it is for ever.
create function ledger.mark_account(account_id bigint, set_flags smallint, clear_flags smallint) returns boolean
language sql security definer set search_path = ledger, pg_temp as $$
  with marked as (
    update account a set flags = (a.flags | (set_flags & 12)) & ~(clear_flags & 4)
    where a.id = account_id
      and (set_flags & 8 = 0 or (a.credits_posted = a.debits_posted and a.debits_pending = 0 and a.credits_pending = 0))
    returning 1)
  select exists (select from marked)
$$;

-- Decides and writes any number of operations, in their order, in the caller's transaction. Each operation succeeds or
-- is refused alone; its legs succeed together. Answers, per operation, the outcome and the accounts it touched as it
-- left them (none when refused). Accounts are named by their position in `accounts` (distinct ids).
-- The caller's isolation level must be READ COMMITTED: step 3 has to see what committed while step 2 waited.
create function ledger.post_operations(
  op_ids uuid[], kinds ledger.transfer_kind[], codes text[], fingerprints bigint[], leg_counts int[],
  hold_ids uuid[], expiries timestamptz[], value_dates date[], given_times timestamptz[],
  accounts bigint[], debits int[], credits int[], amounts bigint[], currencies text[]
) returns table (
  operation int, outcome text, account_id bigint, currency text, balance bigint, held bigint, version bigint
)
language plpgsql security definer set search_path = ledger, pg_temp
-- A plan made while the tables were empty would scan them for ever: always by index, one plan for all sizes.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  most constant bigint := 1000000000000000;          -- of one leg, in minor units
  most_total constant bigint := 4000000000000000000; -- of one account; two such totals still fit a bigint
  tick constant interval := '1 microsecond';
  n constant int := cardinality(op_ids);
  outcomes text[] := array_fill(null::text, array[n]);
  answered_by int[] := array_fill(0, array[n]);      -- the operation whose legs are an operation's answer
  -- Per operation, positions of operations: first with the same id, first with the id of its hold, first to end that hold.
  same_id int[] := '{1}'; maker int[] := '{null}'; ender int[] := '{1}';
  done_by int[] := array_fill(0, array[n]);          -- by same_id: the operation that was done under this id
  ended boolean[] := array_fill(false, array[n]);    -- by ender: the hold was ended in this batch
  -- Accounts as the operations decided so far leave them.
  ids bigint[] := accounts; known_holds uuid[]; a_currency text[]; a_flags smallint[]; a_version bigint[]; a_last timestamptz[];
  dp bigint[]; cp bigint[]; dh bigint[]; ch bigint[];
  -- Legs of holds: those found open, then those made in this batch.
  h_debit int[]; h_credit int[]; h_amount bigint[]; h_expires timestamptz[]; h_size int := 0;
  found_at int[] := array_fill(0, array[n]); found_legs int[] := found_at; made_at int[] := found_at; made_legs int[] := found_at;
  -- Legs to write, and both accounts after each.
  w int := 0; w_op int[]; w_leg smallint[]; w_debit int[]; w_credit int[]; w_amount bigint[]; w_moved bigint[]; w_pending bigint[];
  w_at timestamptz[]; d_last timestamptz[]; c_last timestamptz[]; -- d_ the debited, c_ the credited account; last: before the leg
  d_version bigint[]; c_version bigint[]; d_balance bigint[]; c_balance bigint[]; d_held bigint[]; c_held bigint[];
  now_ timestamptz; base timestamptz; at_ timestamptz; ends timestamptz; r record; why text; kind ledger.transfer_kind;
  next_leg int := 1; first_leg int; legs int; from_hold int; w_before int; x int; y int; amount bigint; moved bigint; pending bigint; part bigint;
begin
  -- 1. Which accounts do the holds to be ended concern? Only holds known now count: their accounts get locked.
  if hold_ids is not null then
    select array_agg(distinct h.op_id),
           accounts || array(select u from unnest(array_agg(h.debit_account_id) || array_agg(h.credit_account_id)) u except select unnest(accounts))
      into known_holds, ids from hold h where h.op_id = any (hold_ids);
  end if;
  if n > 1 then
    with given as (select * from unnest(op_ids, hold_ids) with ordinality g(id, hold_id, i)),
         firsts as (select id, min(i) i from given group by id)
    select array_agg(f.i order by g.i), array_agg(m.i order by g.i), array_agg(g.first_end order by g.i)
      into same_id, maker, ender
      from (select *, min(i) over (partition by hold_id) first_end from given) g
      join firsts f on f.id = g.id left join firsts m on m.id = g.hold_id;
  end if;

  -- 2. Lock the accounts, always in the order of their ids, before anything is looked up or written.
  with locked as materialized (select * from account a where a.id = any (ids) order by a.id for no key update)
  select array_agg(l.currency order by i), array_agg(flags order by i), array_agg(version order by i), array_agg(last_at order by i),
         array_agg(debits_posted order by i), array_agg(credits_posted order by i), array_agg(debits_pending order by i), array_agg(credits_pending order by i)
    into a_currency, a_flags, a_version, a_last, dp, cp, dh, ch
    from unnest(ids) with ordinality u(id, i) left join locked l on l.id = u.id;
  now_ := clock_timestamp();

  -- 3. Ids used before, and the legs of the holds that are still open (a fresh snapshot: taken after the locks).
  -- "offset 0" keeps a look-up per row and by index, whatever the statistics said when the plan was made.
  for r in select o.i, t.fingerprint from unnest(op_ids) with ordinality o(id, i),
    lateral (select t.fingerprint from transfer t where t.op_id = o.id and t.leg = 1 offset 0) t
  loop
    outcomes[r.i] := case when r.fingerprint = fingerprints[r.i] then 'exists' else 'operation_mismatch' end;
  end loop;
  if known_holds is not null then
    for r in select o.i, h.leg, d.i as debit, c.i as credit, h.amount, h.expires_at
      from unnest(hold_ids) with ordinality o(id, i)
      cross join lateral (select * from hold h where h.op_id = o.id offset 0) h
      join unnest(ids) with ordinality d(id, i) on d.id = h.debit_account_id
      join unnest(ids) with ordinality c(id, i) on c.id = h.credit_account_id
      where o.id = any (known_holds) order by o.i, h.leg
    loop
      h_size := h_size + 1;
      h_debit[h_size] := r.debit; h_credit[h_size] := r.credit; h_amount[h_size] := r.amount; h_expires[h_size] := r.expires_at;
      if r.leg = 1 then found_at[r.i] := h_size; end if;
      found_legs[r.i] := r.leg;
    end loop;
  end if;

  -- 4. Decide in order, on the totals in memory.
  for i in 1..n loop
    first_leg := next_leg; legs := leg_counts[i]; next_leg := next_leg + legs;
    continue when outcomes[i] is not null;
    if done_by[same_id[i]] > 0 then
      answered_by[i] := done_by[same_id[i]];
      outcomes[i] := case when fingerprints[answered_by[i]] = fingerprints[i] then 'exists' else 'operation_mismatch' end;
      continue;
    end if;
    kind := kinds[i]; why := null; part := null; w_before := w;
    base := least(given_times[i], now_); -- least() passes over null
    if kind >= 'post_hold' then
      if legs = 1 then part := amounts[first_leg]; end if;
      if found_at[i] > 0 then from_hold := found_at[i]; legs := found_legs[i];
      else from_hold := coalesce(made_at[maker[i]], 0); legs := coalesce(made_legs[maker[i]], 0); end if;
      if from_hold = 0 then
        -- One that was committed while we waited for the locks was unknown when this operation began.
        why := case when exists (select from transfer t where t.op_id = hold_ids[i] and t.leg = 1 and t.kind = 'hold')
                     and not exists (select from hold h where h.op_id = hold_ids[i])
               then 'hold_already_resolved' else 'hold_unknown' end;
        legs := 0;
      elsif ended[ender[i]] then why := 'hold_already_resolved'; legs := 0;
      elsif part is not null and (legs > 1 or part <= 0 or part > h_amount[from_hold]) then why := 'hold_amount_mismatch'; legs := 0;
      elsif part is not null and currencies[first_leg] <> a_currency[h_debit[from_hold]] then why := 'currency_mismatch'; legs := 0;
      end if;
    end if;

    for j in 0..legs - 1 loop
      if kind <= 'hold' then
        x := debits[first_leg + j]; y := credits[first_leg + j]; amount := amounts[first_leg + j]; ends := expiries[i];
        moved := case kind when 'post' then amount else 0 end; pending := amount - moved;
      else
        x := h_debit[from_hold + j]; y := h_credit[from_hold + j]; pending := -h_amount[from_hold + j]; ends := h_expires[from_hold + j];
        amount := coalesce(part, -pending); moved := case kind when 'post_hold' then amount else 0 end;
      end if;
      at_ := greatest(base, a_last[x] + tick, a_last[y] + tick);
      why := case
        when kind = 'void_hold' then null -- may always be set free
        when x = y then 'same_account'
        when amount <= 0 or amount > most then 'amount_out_of_range'
        when a_currency[x] is null or a_currency[y] is null then 'unknown_account'
        when kind <= 'hold' and (a_currency[x] <> currencies[first_leg + j] or a_currency[y] <> currencies[first_leg + j]) then 'currency_mismatch'
        when (a_flags[x] | a_flags[y]) & 8 <> 0 then 'account_closed'
        when (a_flags[x] | a_flags[y]) & 4 <> 0 then 'account_frozen'
        when ends <= at_ then 'hold_expired'
        when a_flags[x] & 1 <> 0 and dp[x] + dh[x] + moved + pending > cp[x] then 'insufficient_funds'
        when a_flags[y] & 2 <> 0 and cp[y] + ch[y] + moved + pending > dp[y] then 'insufficient_funds'
        when greatest(dp[x] + dh[x], cp[y] + ch[y]) + moved + pending > most_total then 'amount_out_of_range'
      end;
      exit when why is not null;
      w := w + 1;
      d_last[w] := a_last[x]; c_last[w] := a_last[y];
      dp[x] := dp[x] + moved; cp[y] := cp[y] + moved; dh[x] := dh[x] + pending; ch[y] := ch[y] + pending;
      a_version[x] := a_version[x] + 1; a_version[y] := a_version[y] + 1; a_last[x] := at_; a_last[y] := at_;
      w_op[w] := i; w_leg[w] := j + 1; w_debit[w] := x; w_credit[w] := y; w_at[w] := at_;
      w_amount[w] := amount; w_moved[w] := moved; w_pending[w] := pending;
      d_version[w] := a_version[x]; d_balance[w] := cp[x] - dp[x]; d_held[w] := dh[x];
      c_version[w] := a_version[y]; c_balance[w] := cp[y] - dp[y]; c_held[w] := dh[y];
    end loop;

    if why is not null then
      outcomes[i] := why;
      while w > w_before loop -- undo the legs of this operation alone, the last first
        x := w_debit[w]; y := w_credit[w]; moved := w_moved[w]; pending := w_pending[w];
        dp[x] := dp[x] - moved; cp[y] := cp[y] - moved; dh[x] := dh[x] - pending; ch[y] := ch[y] - pending;
        a_version[x] := a_version[x] - 1; a_version[y] := a_version[y] - 1; a_last[x] := d_last[w]; a_last[y] := c_last[w];
        w := w - 1;
      end loop;
    else
      outcomes[i] := 'done'; answered_by[i] := i; done_by[same_id[i]] := i;
      if kind >= 'post_hold' then ended[ender[i]] := true;
      elsif kind = 'hold' and n > 1 then
        made_at[same_id[i]] := h_size + 1; made_legs[same_id[i]] := legs;
        for j in w_before + 1..w loop
          h_size := h_size + 1;
          h_debit[h_size] := w_debit[j]; h_credit[h_size] := w_credit[j]; h_amount[h_size] := w_amount[j]; h_expires[h_size] := expiries[i];
        end loop;
      end if;
    end if;
  end loop;

  -- 5. Write. Past w lie legs that were undone.
  if w > 0 then
    insert into transfer (op_id, leg, kind, code, debit_account_id, credit_account_id, amount, booked_at, value_date, hold_id, fingerprint)
    select op_ids[t.op], t.leg, kinds[t.op], codes[t.op], ids[t.x], ids[t.y], t.amount, t.at_,
           coalesce(value_dates[t.op], (t.at_ at time zone 'utc')::date), hold_ids[t.op], fingerprints[t.op]
      from unnest(w_op[1:w], w_leg[1:w], w_debit[1:w], w_credit[1:w], w_amount[1:w], w_at[1:w]) t(op, leg, x, y, amount, at_);
    insert into entry (account_id, booked_at, version, amount, balance, held, op_id, leg)
    select ids[t.x], t.at_, t.version, t.amount, t.balance, t.held, op_ids[t.op], t.leg from (
        select w_debit x, at_, op, leg, -moved amount, version, balance, held
          from unnest(w_op[1:w], w_leg[1:w], w_debit[1:w], w_moved[1:w], w_at[1:w], d_version[1:w], d_balance[1:w], d_held[1:w])
               t(op, leg, w_debit, moved, at_, version, balance, held)
        union all
        select w_credit, at_, op, leg, moved, version, balance, held
          from unnest(w_op[1:w], w_leg[1:w], w_credit[1:w], w_moved[1:w], w_at[1:w], c_version[1:w], c_balance[1:w], c_held[1:w])
               t(op, leg, w_credit, moved, at_, version, balance, held)) t
      order by ids[t.x], t.version;
    update account a set debits_posted = u.dp, credits_posted = u.cp, debits_pending = u.dh, credits_pending = u.ch,
           version = u.version, last_at = u.last_at
      from unnest(ids, dp, cp, dh, ch, a_version, a_last) u(id, dp, cp, dh, ch, version, last_at)
      where a.id = u.id and a.version <> u.version;
    if 'hold' = any (kinds) then
      insert into hold (op_id, leg, debit_account_id, credit_account_id, amount, expires_at)
      select op_ids[t.op], t.leg, ids[t.x], ids[t.y], t.amount, expiries[t.op]
        from unnest(w_op[1:w], w_leg[1:w], w_debit[1:w], w_credit[1:w], w_amount[1:w]) t(op, leg, x, y, amount)
        where kinds[t.op] = 'hold';
    end if;
    if hold_ids is not null then
      delete from hold h where h.op_id = any (array(select hold_ids[op] from unnest(w_op[1:w]) op));
    end if;
  end if;

  -- 6. Answer: what was done or refused now,
  return query
    with touched as (
      select t.op, ids[t.x] account_id, a_currency[t.x] currency, t.balance, t.held, t.version from
        (select * from unnest(w_op[1:w], w_debit[1:w], d_balance[1:w], d_held[1:w], d_version[1:w])
         union all select * from unnest(w_op[1:w], w_credit[1:w], c_balance[1:w], c_held[1:w], c_version[1:w])) t(op, x, balance, held, version))
    select distinct on (o.i, t.account_id) o.i::int, o.outcome, t.account_id, t.currency, t.balance, t.held, t.version
      from unnest(outcomes, answered_by) with ordinality o(outcome, by, i)
      left join touched t on t.op = o.by and o.outcome in ('done', 'exists')
      where o.outcome <> 'exists' or o.by > 0
      order by o.i, t.account_id, t.version desc;
  -- and what an earlier transaction did, told from its own entries.
  if 'exists' = any (outcomes) then
    return query
      select distinct on (o.i, e.account_id) o.i::int, o.outcome, e.account_id, a.currency, e.balance, e.held, e.version
      from unnest(outcomes, answered_by, op_ids) with ordinality o(outcome, by, id, i)
      cross join lateral (select * from transfer t where t.op_id = o.id offset 0) t
      cross join lateral (select * from entry e where e.account_id in (t.debit_account_id, t.credit_account_id) and e.booked_at = t.booked_at offset 0) e
      cross join lateral (select a.currency from account a where a.id = e.account_id offset 0) a
      where o.outcome = 'exists' and o.by = 0
      order by o.i, e.account_id, e.version desc;
  end if;
end $$;

revoke execute on all functions in schema ledger from public;
