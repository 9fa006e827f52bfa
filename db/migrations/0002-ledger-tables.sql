-- Ledger: accounts with running totals, transfers made of legs, holds. The ledger knows no payments and no customers.
-- Only the functions in the next file write to these tables; history never changes.

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
