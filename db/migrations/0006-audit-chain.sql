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
create index chain_entry_of_audit on audit_chain.entry (audit_id) where audit_id is not null;
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

create function audit_chain.next_hash(hash bytea, first bytea, body text) returns bytea language plpgsql immutable as $$
begin
  return sha256(coalesce(hash, first) || convert_to(body, 'UTF8'));
end $$;

-- Aggregate over ordered rows: the hash of each, starting from the previous hash.
create aggregate audit_chain.chain(first bytea, body text) (sfunc = audit_chain.next_hash, stype = bytea);

-- Links everything committed since the last call and returns the number of rows; null if another process is
-- appending. Reads the ledger without locks and writes only to the chain.
create function audit_chain.append_entries() returns bigint
language plpgsql security definer set search_path = audit_chain, pg_temp
-- Row by row by index, whatever the statistics say: new rows are few among all, and statistics lag behind them.
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
  ceiling := pg_snapshot_xmin(pg_current_snapshot()); -- all transactions below have ended
  if ceiling < before.upto then
    raise exception 'the transaction counter went back from % to %: the seal cannot go on', before.upto, ceiling
      using hint = 'A logical copy was restored into another server. See docs/audit-chain.md.';
  end if;
  select * into last from entry order by seq desc limit 1;
  if (before.seq, before.hash) is distinct from (coalesce(last.seq, 0), coalesce(last.hash, before.hash)) then
    raise exception 'the chain does not end at entry %, where the seal left it', before.seq
      using hint = 'Somebody changed it: run the verifier.';
  end if;

  with sealed as materialized (
    select before.seq + row_number() over line as seq, op_id, leg, audit_id, row_change_id, currency, moved,
           chain(before.hash, body) over line as hash
    from (select recorded_in, t.op_id, t.leg, null::bigint as audit_id, null::bigint as row_change_id, t.currency, t.moved, t.body
          from ledger.transfer first join transfer_text t using (op_id, recorded_in) where first.leg = 1
          union all
          select recorded_in, null, null, id, null, null, null, body from audit_text
          union all
          select recorded_in, null, null, null, id, null, null, body from row_change_text) fresh
    where recorded_in >= before.upto and recorded_in < ceiling
    window line as (order by audit_id is not null, row_change_id is not null, recorded_in, op_id, leg, audit_id, row_change_id
                    rows unbounded preceding)
  ), linked as (
    insert into entry (seq, op_id, leg, audit_id, row_change_id, hash)
    select seq, op_id, leg, audit_id, row_change_id, hash from sealed
  ), volume as (
    select jsonb_object_agg(currency, total::text) as moved from (
      select currency, sum(amount) as total from (
        select key as currency, value::numeric as amount from jsonb_each_text(before.moved)
        union all select currency, moved from sealed where moved is not null) amounts
      group by currency) totals
  )
  update checkpoint set upto = ceiling, seq = newest.seq, hash = newest.hash, at = clock_timestamp(),
    transfers = before.transfers + (select count(op_id) from sealed), audits = before.audits + (select count(audit_id) from sealed),
    row_changes = before.row_changes + (select count(row_change_id) from sealed), moved = coalesce(volume.moved, '{}')
  from (select seq, hash from sealed order by seq desc limit 1) newest, volume
  returning checkpoint.seq - before.seq into added;
  return coalesce(added, 0);
end $$;

create function audit_chain.row_key_text(content jsonb, key text[]) returns text language sql immutable as $$
  select string_agg(content ->> k, '/' order by n) from unnest(key) with ordinality as parts (k, n)
$$;

-- The digest of a row: its columns as JSON, without uncovered columns.
create function audit_chain.row_digest(content jsonb, uncovered text[]) returns bytea language sql immutable as $$
  select sha256(convert_to((content - uncovered)::text, 'UTF8'))
$$;

-- The role that changes a row. Security definer functions do not hide it.
create function audit_chain.changing_role() returns text language sql stable as $$
  select case current_setting('role') when 'none' then session_user::text else current_setting('role') end
$$;

-- Trigger arguments: table, primary key columns, uncovered columns.
create function audit_chain.record_inserted() returns trigger
language plpgsql security definer set search_path = audit_chain, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  insert into row_change (table_name, row_key, digest, changed_by)
  select tg_argv[0], row_key_text(content, tg_argv[1]::text[]), row_digest(content, tg_argv[2]::text[]), changing_role()
  from (select to_jsonb(i) as content from inserted i offset 0) rows;
  return null;
end $$;

create function audit_chain.record_updated() returns trigger
language plpgsql security definer set search_path = audit_chain, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  content constant jsonb := to_jsonb(new);
  key constant text := row_key_text(content, tg_argv[1]::text[]);
  key_before constant text := row_key_text(to_jsonb(old), tg_argv[1]::text[]);
begin
  if key <> key_before then
    insert into row_change (table_name, row_key, changed_by) values (tg_argv[0], key_before, changing_role());
  end if;
  insert into row_change (table_name, row_key, digest, changed_by)
  values (tg_argv[0], key, row_digest(content, tg_argv[2]::text[]), changing_role());
  return null;
end $$;

create function audit_chain.record_deleted() returns trigger
language plpgsql security definer set search_path = audit_chain, pg_temp as $$
begin
  insert into row_change (table_name, row_key, changed_by)
  values (tg_argv[0], row_key_text(to_jsonb(old), tg_argv[1]::text[]), changing_role());
  return null;
end $$;

-- Records all changes of a table from now on, and its present rows. If a migration added columns, rows are recorded
-- again, except rows that no longer match their last digest: the verifier reports them. If a column was dropped, last
-- digests cannot be compared. Returns the number of rows recorded; a repeat without a change does nothing.
create function audit_chain.protect_table(name text, uncovered text[]) returns bigint
language plpgsql set search_path = audit_chain, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  rel constant regclass := to_regclass(name);
  key text[]; present text[]; covered text[]; before text[]; statement text; recorded bigint;
begin
  if rel is null then return 0; end if;
  select array_agg(attname::text order by attname) into present
    from pg_attribute where attrelid = rel and attnum > 0 and not attisdropped;
  select array_agg(attname::text order by array_position(indkey::int[], attnum::int)) into key
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = rel and indisprimary;
  if key is null then raise exception '% has no primary key', name; end if;
  covered := array(select c from unnest(present) c where c <> all (uncovered) order by 1);
  select columns into before from protected_table p where p.table_name = name;
  if before = covered and 3 = (select count(*) from pg_trigger where tgrelid = rel and tgname like 'row\_%\_recorded') then
    return 0;
  end if;

  for statement in select format(case event
      when 'insert' then 'drop trigger if exists row_insert_recorded on %1$s; create trigger row_insert_recorded after insert on %1$s
        referencing new table as inserted for each statement execute function audit_chain.record_inserted(%2$L, %3$L, %4$L)'
      when 'update' then 'drop trigger if exists row_update_recorded on %1$s; create trigger row_update_recorded after update of %5$s on %1$s
        for each row when (row(%6$s) is distinct from row(%7$s)) execute function audit_chain.record_updated(%2$L, %3$L, %4$L)'
      else 'drop trigger if exists row_delete_recorded on %1$s; create trigger row_delete_recorded after delete on %1$s
        for each row execute function audit_chain.record_deleted(%2$L, %3$L)' end,
      rel, name, key, uncovered, string_agg(quote_ident(c), ', '), string_agg(format('old.%I', c), ', '), string_agg(format('new.%I', c), ', '))
    from unnest(covered) c, unnest('{insert,update,delete}'::text[]) event group by event
  loop
    execute statement;
  end loop;

  execute format($query$
    insert into audit_chain.row_change (table_name, row_key, digest, changed_by)
    select %2$L, row_key, digest, audit_chain.changing_role()
    from (select audit_chain.row_key_text(content, %3$L), audit_chain.row_digest(content, %4$L), audit_chain.row_digest(content, %5$L)
          from (select to_jsonb(r) as content from %1$s r) contents) as now_ (row_key, digest, digest_before)
    left join (select distinct on (row_key) row_key, digest as last_digest from audit_chain.row_change
               where table_name = %2$L order by row_key, id desc) last using (row_key)
    where %6$L or last_digest is distinct from digest and (last_digest = digest_before or %7$L)$query$,
    rel, name, key, uncovered, array(select c from unnest(present) c where c <> all (before)), before is null, not before <@ present);
  get diagnostics recorded = row_count;
  insert into protected_table (table_name, columns) values (name, covered)
    on conflict (table_name) do update set columns = excluded.columns;
  return recorded;
end $$;

-- Row changes need an audit row in the same transaction. Migrations write it with this function.
create function audit_chain.audit_row_changes(action text, entity text) returns void language sql set search_path = audit_chain, pg_temp as $$
  insert into platform.audit (actor_kind, actor_id, action, entity, detail, request_id)
  select 'system', session_user, action, entity, jsonb_build_object('rows', count(*)), action
  from row_change where recorded_in = pg_current_xact_id() having count(*) > 0
$$;

revoke execute on all functions in schema audit_chain from public;
