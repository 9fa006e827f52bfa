-- Audit chain: committed ledger transfers, audit rows and row changes, linked in order by hashes so that any later
-- change can be detected.

create schema audit_chain;

create function audit_chain.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

-- One row per transfer leg (with its two entries), per audit row and per row change: SHA-256 over the previous hash
-- and the row's text.
create table audit_chain.entry (
  seq            bigint primary key,
  op_id          uuid,
  leg            smallint,
  audit_id       bigint,
  hash           bytea not null check (length(hash) = 32),
  row_change_id  bigint,
  constraint entry_names_one_row
    check ((op_id is null) = (leg is null) and num_nonnulls(op_id, audit_id, row_change_id) = 1)
);
create trigger entry_append_only before update or delete or truncate on audit_chain.entry
  for each statement execute function audit_chain.refuse_change();

-- Signed heads, as exported. The copy here helps verifiers that do not have the exported file.
create table audit_chain.head (
  id    bigint generated always as identity primary key,
  seq   bigint not null,
  line  text not null
);
create trigger head_append_only before update or delete or truncate on audit_chain.head
  for each statement execute function audit_chain.refuse_change();

-- How far the chain has come: all rows of transactions below `upto` are linked. Also running totals.
create table audit_chain.checkpoint (
  id           boolean primary key default true check (id), -- there is one row
  upto         xid8 not null,
  seq          bigint not null,
  hash         bytea not null,
  transfers    bigint not null,
  audits       bigint not null,
  moved        jsonb not null, -- per currency, in minor units, as text
  at           timestamptz not null,
  row_changes  bigint not null default 0
);
insert into audit_chain.checkpoint (upto, seq, hash, transfers, audits, moved, at)
values ('0', 0, decode(repeat('00', 32), 'hex'), 0, 0, '{}', clock_timestamp());

-- Changes of rows with money or identity data that the ledger does not imply: payees, credentials, permissions,
-- prices. Each insert, update and delete appends a digest of the row in its own transaction; append_entries links it.
-- db/protected-tables.ts lists the tables; tools/migrate.ts calls audit_chain.protect_table for each after migrating.
create table audit_chain.row_change (
  id           bigint generated always as identity primary key,
  recorded_in  xid8 not null default pg_current_xact_id(),
  at           timestamptz not null default now(),
  table_name   text not null,
  row_key      text not null, -- the values of the primary key, separated by /
  digest       bytea check (length(digest) = 32), -- SHA-256 of the row's text; null if the row was deleted
  changed_by   text not null -- the database role
);
create index row_change_recorded on audit_chain.row_change (recorded_in);
create trigger row_change_append_only before update or delete or truncate on audit_chain.row_change
  for each statement execute function audit_chain.refuse_change();

-- Columns that the digests of a table cover.
create table audit_chain.protected_table (
  table_name  text primary key,
  columns     text[] not null
);

-- The hashed text: a JSON array of strings and nulls, times in microseconds since 1970. docs/audit-chain.md lists the
-- fields; the verifier builds the same text with its own code.
create view audit_chain.transfer_text as
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

create view audit_chain.audit_text as
  select recorded_in, id,
    array_to_json(array['audit', recorded_in::text, id::text, (extract(epoch from at) * 1000000)::bigint::text, actor_kind,
      actor_id, on_behalf_of::text, action, entity, detail::text, request_id, session_id::text, ip::text])::text as body
  from platform.audit;

create view audit_chain.row_change_text as
  select recorded_in, id,
    array_to_json(array['row_change', recorded_in::text, id::text, (extract(epoch from at) * 1000000)::bigint::text, table_name, row_key, encode(digest, 'hex'), changed_by])::text as body
  from audit_chain.row_change;
