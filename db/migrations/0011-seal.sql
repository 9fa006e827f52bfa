-- The seal: what was committed to the ledger and to the audit log, linked in order by hashes, so that a later change shows.
create schema audit_chain;

-- The transaction that wrote a row. It tells what is new without a lock: once every transaction below a bound has ended,
-- nothing can appear there any more. The time of a row does not: a slow transaction commits a time that lies behind.
alter table ledger.transfer add column recorded_in xid8 not null default pg_current_xact_id();
create index transfer_recorded on ledger.transfer (recorded_in);
alter table platform.audit add column recorded_in xid8 not null default pg_current_xact_id();
create index audit_recorded on platform.audit (recorded_in);

-- One row per leg of a transfer (with its two entries) and per audit row: SHA-256 over the hash before and the row's text.
create table audit_chain.entry (
  seq       bigint primary key,
  op_id     uuid,
  leg       smallint,
  audit_id  bigint,
  hash      bytea not null check (length(hash) = 32),
  constraint link_names_one_row check ((op_id is null) = (leg is null) and (op_id is null) <> (audit_id is null))
);

-- Heads as they were signed and written to the second place; the copy here helps whoever checks without that file.
create table audit_chain.head (
  id    bigint generated always as identity primary key,
  seq   bigint not null,
  line  text not null
);

create function audit_chain.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger link_append_only before update or delete or truncate on audit_chain.entry
  for each statement execute function audit_chain.refuse_change();
create trigger head_append_only before update or delete or truncate on audit_chain.head
  for each statement execute function audit_chain.refuse_change();

-- How far the seal has come: every row of a transaction below `upto` is linked. Also what has been counted on the way.
create table audit_chain.checkpoint (
  id         boolean primary key default true check (id), -- there is one row
  upto       xid8 not null,
  seq        bigint not null,
  hash       bytea not null,
  transfers  bigint not null,
  audits     bigint not null,
  moved      jsonb not null, -- per currency, in minor units, as text
  at         timestamptz not null
);
insert into audit_chain.checkpoint (upto, seq, hash, transfers, audits, moved, at)
values ('0', 0, decode(repeat('00', 32), 'hex'), 0, 0, '{}', clock_timestamp());

-- The text that is hashed: a JSON array of texts and nulls, times in microseconds since 1970. docs/seal.md lists the
-- fields; the verifier builds the same text with its own code.
create view audit_chain.transfer_text as
  select t.recorded_in, t.op_id, t.leg, a.currency, case when t.kind in ('post', 'post_hold') then t.amount end as moved,
    array_to_json(array['transfer', t.recorded_in::text, t.op_id::text, t.leg::text, t.kind::text, t.code,
      t.debit_account_id::text, t.credit_account_id::text, t.amount::text,
      (extract(epoch from t.booked_at) * 1000000)::bigint::text, t.value_date::text, t.hold_id::text, t.fingerprint::text,
      d.version::text, d.amount::text, d.balance::text, d.held::text,
      c.version::text, c.amount::text, c.balance::text, c.held::text])::text as body
  from ledger.transfer t
  left join ledger.entry d on (d.account_id, d.booked_at, d.op_id, d.leg) = (t.debit_account_id, t.booked_at, t.op_id, t.leg)
  left join ledger.entry c on (c.account_id, c.booked_at, c.op_id, c.leg) = (t.credit_account_id, t.booked_at, t.op_id, t.leg)
  left join ledger.account a on a.id = t.debit_account_id;

create view audit_chain.audit_text as
  select recorded_in, id,
    array_to_json(array['audit', recorded_in::text, id::text, (extract(epoch from at) * 1000000)::bigint::text, actor_kind,
      actor_id, on_behalf_of::text, action, entity, detail::text, request_id, session_id::text, ip::text])::text as body
  from platform.audit;

create function audit_chain.next_hash(hash bytea, first bytea, body text) returns bytea language plpgsql immutable as $$
begin
  return sha256(coalesce(hash, first) || convert_to(body, 'UTF8'));
end $$;
-- Over rows in order: the hash of each, starting from the one before the first.
create aggregate audit_chain.chain(first bytea, body text) (sfunc = audit_chain.next_hash, stype = bytea);

-- Links what was committed since the last time, and answers how many rows that were; null when somebody else is at it.
-- Reads the ledger without a lock, and writes only here.
create function audit_chain.append_entries() returns bigint
language plpgsql security definer set search_path = audit_chain, pg_temp
-- Row by row by index, whatever the statistics say: what is new is few among all, and statistics never know the newest.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0
set work_mem = '64MB' set jit = off as $$
declare
  before checkpoint;
  last entry;
  ceiling xid8;
  added bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('larkmere.audit_chain')) then return null; end if;
  select * into strict before from checkpoint;
  ceiling := pg_snapshot_xmin(pg_current_snapshot()); -- of all transactions below, none is still going on
  if ceiling < before.upto then
    raise exception 'the transaction counter went back from % to %: the seal cannot go on', before.upto, ceiling
      using hint = 'A logical copy was restored into another server. See docs/seal.md.';
  end if;
  select * into last from entry order by seq desc limit 1;
  if (before.seq, before.hash) is distinct from (coalesce(last.seq, 0), coalesce(last.hash, before.hash)) then
    raise exception 'the chain does not end at entry %, where the seal left it', before.seq
      using hint = 'Somebody changed it: run the verifier.';
  end if;

  with sealed as materialized (
    select before.seq + row_number() over line as seq, op_id, leg, audit_id, currency, moved,
           chain(before.hash, body) over line as hash
    from (select recorded_in, op_id, leg, null::bigint as audit_id, currency, moved, body from transfer_text
          union all
          select recorded_in, null, null, id, null, null, body from audit_text) fresh
    where recorded_in >= before.upto and recorded_in < ceiling
    window line as (order by audit_id is not null, recorded_in, op_id, leg, audit_id rows unbounded preceding)
  ), linked as (
    insert into entry (seq, op_id, leg, audit_id, hash) select seq, op_id, leg, audit_id, hash from sealed
  ), volume as (
    select jsonb_object_agg(currency, total::text) as moved from (
      select currency, sum(amount) as total from (
        select key as currency, value::numeric as amount from jsonb_each_text(before.moved)
        union all select currency, moved from sealed where moved is not null) amounts
      group by currency) totals
  )
  update checkpoint set upto = ceiling, seq = newest.seq, hash = newest.hash, at = clock_timestamp(),
    transfers = before.transfers + (select count(op_id) from sealed), audits = before.audits + (select count(audit_id) from sealed),
    moved = coalesce(volume.moved, '{}')
  from (select seq, hash from sealed order by seq desc limit 1) newest, volume
  returning checkpoint.seq - before.seq into added;
  return coalesce(added, 0);
end $$;
revoke execute on all functions in schema audit_chain from public;
