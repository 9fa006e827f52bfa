-- Ledger: accounts with running totals, transfers made of legs, holds. The ledger knows no payments and no customers.
-- Only the functions of this file and of the two that follow write to these tables; history never changes.

create schema ledger;

create type ledger.transfer_kind as enum ('post', 'hold', 'post_hold', 'void_hold');

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is never %', tg_table_schema, tg_table_name,
    case tg_op when 'UPDATE' then 'changed' when 'DELETE' then 'deleted from' else 'emptied' end
    using errcode = 'restrict_violation', hint = 'Correct it with a new transfer.';
end $$;

-- Updated by every transfer: the row is small, has room for in-place updates, and has no second index.
create table ledger.account (
  id               bigint generated always as identity primary key,
  currency         text not null,
  -- 1: debits may not exceed credits, 2: credits may not exceed debits, 4: frozen, 8: closed
  flags            smallint not null,
  debits_posted    bigint not null default 0,
  credits_posted   bigint not null default 0,
  debits_pending   bigint not null default 0,
  credits_pending  bigint not null default 0,
  version          bigint not null default 0, -- number of entries, without gaps
  last_at          timestamptz not null default '-infinity', -- booking time of the last entry
  constraint account_not_overdrawn check (flags & 1 = 0 or debits_posted + debits_pending <= credits_posted),
  constraint account_not_overcredited check (flags & 2 = 0 or credits_posted + credits_pending <= debits_posted),
  constraint account_totals_not_negative
    check (least(debits_posted, credits_posted, debits_pending, credits_pending) >= 0)
) with (fillfactor = 50);
create trigger account_stays before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_change();

-- The chart of accounts. Kept apart from the totals, so that ledger.account needs no second index.
create table ledger.account_name (
  code        text primary key,
  class       text not null check (class in ('asset', 'liability', 'equity', 'income', 'expense')),
  account_id  bigint not null unique references ledger.account,
  opened_at   timestamptz not null default now()
);
create trigger account_name_stays before update or delete or truncate on ledger.account_name
  for each statement execute function ledger.refuse_change();

-- One row moves one amount between two accounts, so a transfer always balances. Transfers and entries have no foreign
-- keys: they would double the cost of a posting, and only the ledger functions write these tables. Both are
-- partitioned by month: transfers by the time in their id, so that the primary key still makes ids unique, entries by
-- booking time.
create table ledger.transfer (
  op_id              uuid not null,
  leg                smallint not null,
  kind               ledger.transfer_kind not null,
  code               text not null,
  debit_account_id   bigint not null,
  credit_account_id  bigint not null,
  amount             bigint not null, -- posted, held or released
  booked_at          timestamptz not null,
  value_date         date not null,
  hold_id            uuid, -- the hold that this operation ends
  fingerprint        bigint not null, -- of the whole operation as the caller stated it
  -- The writing transaction. The audit chain finds new rows by it without a lock: once all transactions below a bound
  -- have ended, no row can appear below it. Booking times do not allow this, since a slow transaction commits an
  -- earlier time.
  recorded_in        xid8 not null default pg_current_xact_id(),
  primary key (op_id, leg),
  constraint transfer_moves_between_two_accounts check (debit_account_id <> credit_account_id),
  constraint transfer_amount_positive check (amount > 0),
  constraint transfer_hold_named check ((hold_id is not null) = (kind in ('post_hold', 'void_hold'))),
  -- Statements by value date look back over this range only.
  constraint transfer_value_date_near check (value_date <= (booked_at at time zone 'utc')::date + 92)
) partition by range (op_id);
create index transfer_recorded on ledger.transfer (recorded_in) where leg = 1;
create trigger transfer_is_history before update or delete or truncate on ledger.transfer
  for each statement execute function ledger.refuse_change();

-- The primary key serves statements, their pages and the balance at any time.
create table ledger.entry (
  account_id  bigint not null,
  booked_at   timestamptz not null,
  version     bigint not null,
  amount      bigint not null, -- credit positive, debit negative, 0 if only a hold changes
  balance     bigint not null, -- credits minus debits, after this entry
  held        bigint not null, -- pending debits, after this entry
  op_id       uuid not null,
  leg         smallint not null,
  -- Value date and code are copied from the transfer, so that a page of entries is read without joining transfers.
  -- The audit chain covers both.
  value_date  date not null,
  code        text not null,
  primary key (account_id, booked_at)
) partition by range (booked_at);
create trigger entry_is_history before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();

-- Open holds only. Ending a hold deletes it here and records a transfer.
create table ledger.hold (
  op_id              uuid not null,
  leg                smallint not null,
  debit_account_id   bigint not null,
  credit_account_id  bigint not null,
  amount             bigint not null,
  expires_at         timestamptz,
  primary key (op_id, leg)
);
create index hold_of_account on ledger.hold (debit_account_id);
create index hold_expiring on ledger.hold (expires_at) where expires_at is not null and leg = 1;
create trigger hold_is_not_emptied before truncate on ledger.hold
  for each statement execute function ledger.refuse_change();

-- A transfer is reversed at most once, by another transfer.
create table ledger.reversal (
  reversed_op_id  uuid primary key,
  op_id           uuid not null unique
);
create trigger reversal_is_history before update or delete or truncate on ledger.reversal
  for each statement execute function ledger.refuse_change();

-- Who allowed posting a hold although an account was frozen.
create table ledger.authorisation (
  op_id   uuid primary key,
  reason  text not null check (reason <> '')
);
create trigger authorisation_is_history before update or delete or truncate on ledger.authorisation
  for each statement execute function ledger.refuse_change();

-- The lowest UUID version 7 of this time.
create function ledger.first_id(at timestamptz) returns uuid language sql stable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Creates the monthly partitions for a period, if missing. An API job creates months ahead; post_operations creates
-- them on demand for imported history. A partition is completed before it is attached, so that attaching blocks
-- nobody. A lock makes concurrent callers create a month once.
create function ledger.create_partitions(since timestamptz, until timestamptz) returns void
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  month timestamp := date_trunc('month', since at time zone 'utc');
  name text; starts timestamptz; ends timestamptz;
begin
  if since < '2000-01-01' or until > clock_timestamp() + interval '10 years' then
    raise exception 'no books are kept from % to %', since, until using errcode = 'invalid_parameter_value';
  end if;
  while month <= until at time zone 'utc' loop
    name := to_char(month, 'YYYY_MM');
    if to_regclass('ledger.entry_' || name) is null then
      perform pg_advisory_xact_lock(hashtext('ledger.create_partitions'));
      -- By a query: to_regclass can return a cached miss for a partition that was created while we waited.
      if not exists (select from pg_class r where r.relname = 'entry_' || name and r.relnamespace = 'ledger'::regnamespace) then
        starts := month at time zone 'utc'; ends := (month + interval '1 month') at time zone 'utc';
        perform ledger.make_partition('transfer', name, first_id(starts)::text, first_id(ends)::text);
        perform ledger.make_partition('entry', name, starts::text, ends::text);
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;

create function ledger.make_partition(parent text, month text, starts text, ends text) returns void
language plpgsql as $$
declare part constant text := parent || '_' || month;
begin
  execute format('create table ledger.%I (like ledger.%I including all)', part, parent);
  execute format('create trigger %I before update or delete or truncate on ledger.%I
    for each statement execute function ledger.refuse_change()', part || '_is_history', part);
  execute format('alter table ledger.%I attach partition ledger.%I for values from (%L) to (%L)', parent, part, starts, ends);
end $$;

-- Opens an account with this code, or returns the existing one, whatever its attributes.
create function ledger.open_account(new_code text, new_class text, new_currency text, new_flags smallint)
returns table (id bigint, class text, currency text, flags smallint)
language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
begin
  -- Not a check constraint: that would be evaluated with every posting.
  if new_currency !~ '^[A-Z]{3}$' then
    raise exception '% is no currency', new_currency using errcode = 'check_violation';
  end if;
  -- One statement, so that the foreign key is checked when both rows exist.
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

-- Sets and clears the flags "frozen" (4) and "closed" (8). Only an account without balance and holds can be closed,
-- and it stays closed.
create function ledger.mark_account(account_id bigint, set_flags smallint, clear_flags smallint) returns boolean
language sql security definer set search_path = ledger, pg_temp as $$
  with marked as (
    update account a set flags = (a.flags | (set_flags & 12)) & ~(clear_flags & 4)
    where a.id = account_id
      and (set_flags & 8 = 0 or (a.credits_posted = a.debits_posted and a.debits_pending = 0 and a.credits_pending = 0))
    returning 1)
  select exists (select from marked)
$$;

-- One page of an account's entries, newest first: one array per column in one JSON text, which the caller parses
-- faster than rows. The plan is generic and cached: planning for the given times would cost more than the page.
-- Amounts are strings, since JSON would round them; times are seconds since 1970. `direction` is 1 for credits, -1
-- for debits, 0 for both.
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

select ledger.create_partitions(now() - interval '1 month', now() + interval '3 months');
