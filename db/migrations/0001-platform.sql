-- Roles, schema platform: idempotency keys, outbox, audit log, changes of settings, messages between processes.

create schema platform;

-- The API runs as this role: it reads the ledger, writes to it through functions only, appends to append-only tables and
-- defines nothing. Roles belong to the whole server, so another database may have created it already.
do $$ begin
  if to_regrole('larkmere_app') is null then
    begin
      create role larkmere_app nologin;
    exception when duplicate_object or unique_violation then null; -- another database created it just now
    end;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant larkmere_app to %I', current_user); -- creating a role does not make its creator a member
    exception when insufficient_privilege then
      if not pg_has_role(current_user, 'larkmere_app', 'member') then raise; end if;
    end;
  end if;
exception when insufficient_privilege then
  raise exception 'the database user % may not create roles: let an administrator run "create role larkmere_app nologin; grant larkmere_app to %" once', current_user, quote_ident(current_user)
    using errcode = 'insufficient_privilege';
end $$;

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Runs after every migration, so that no new table is missed. Operations that a table's triggers refuse are not
-- granted. Settings (tables with effective_from) change only by platform.setting_change.
create function platform.grant_to_app() returns void language plpgsql as $$
declare
  ours constant text := 'n.nspname !~ ''^pg_'' and n.nspname not in (''information_schema'', ''public'', ''migration'')';
  written_by_functions constant text[] := '{audit_chain.entry,audit_chain.checkpoint,audit_chain.row_change,audit_chain.protected_table}';
  command text;
begin
  for command in execute format($query$
    select format('grant usage on schema %%I to larkmere_app', n.nspname) from pg_namespace n where %1$s
    union all
    select format('revoke all on %%s from larkmere_app', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v') and %1$s
    union all
    select format('grant %%s on %%s to larkmere_app', case
        when c.relkind = 'v' or n.nspname = 'ledger' or c.oid::regclass::text = any (%2$L)
          or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'effective_from') then 'select'
        when exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid::regproc::text like '%%refuse_change') then 'select, insert'
        else 'select, insert, update, delete' end, c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v') and not c.relispartition and %1$s
    union all
    select format('grant usage on sequence %%s to larkmere_app', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and n.nspname <> 'ledger' and %1$s
    union all -- security definer functions give access to what is not granted
    select format('grant execute on function %%s to larkmere_app', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and %1$s
    union all
    select format('revoke temporary, create on database %%I from public, larkmere_app', current_database())
    $query$, ours, written_by_functions)
  loop
    execute command;
  end loop;
end $$;

-- The first reply to a write, byte for byte. The key is claimed in the transaction of the work, so a rollback
-- releases it.
create table platform.idempotency (
  actor         text not null,
  route         text not null,
  key           uuid not null,
  request_hash  bytea not null,
  reply         text,
  is_permanent  boolean not null,
  created_at    timestamptz not null default now(),
  primary key (actor, key, route)
);
-- Only rows that expire are indexed; replies about money are kept.
create index idempotency_sweep on platform.idempotency (created_at) where not is_permanent;

-- Outbox: events, written in the transaction that they report.
create table platform.event (
  id              bigint generated always as identity primary key,
  topic           text not null,
  payload         jsonb not null,
  correlation_id  text not null,
  created_at      timestamptz not null default now(),
  is_fanned_out   boolean not null default false
);
create index event_waiting on platform.event (id) where not is_fanned_out;
-- Rate events are published every few seconds and are worthless a day later: this index finds the ones to delete.
create index event_rate_moved on platform.event (created_at) where topic = 'rate.moved';

-- One row per listener, so that each retries on its own and none blocks another.
create table platform.delivery (
  event_id    bigint not null references platform.event,
  listener    text not null,
  attempts    int not null default 0,
  run_after   timestamptz not null default now(),
  done_at     timestamptz,
  last_error  text,
  primary key (event_id, listener)
);
create index delivery_waiting on platform.delivery (run_after, event_id) where done_at is null;

create table platform.audit (
  id            bigint generated always as identity primary key,
  at            timestamptz not null default now(),
  actor_kind    text not null check (actor_kind in ('customer', 'staff', 'system', 'rail', 'public')),
  actor_id      text,
  on_behalf_of  uuid,
  action        text not null,
  entity        text not null,
  detail        jsonb not null,
  request_id    text not null,
  session_id    uuid,
  ip            inet,
  recorded_in   xid8 not null default pg_current_xact_id()
);
create index audit_of_actor on platform.audit (actor_id, id);
-- Counted on the staff home page; very few rows match.
create index audit_contradicted on platform.audit (at) where action = 'payment.status_conflict';
create index audit_recorded on platform.audit (recorded_in);
create trigger audit_append_only before update or delete on platform.audit
  for each row execute function platform.refuse_change();
create trigger audit_never_emptied before truncate on platform.audit
  for each statement execute function platform.refuse_change();

-- Allowed transitions of every table with a lifecycle. A test compares them with the code.
create table platform.state_transition (
  table_name  text not null,
  from_state  text not null,
  to_state    text not null check (to_state <> from_state),
  primary key (table_name, from_state, to_state)
);
create trigger state_transition_fixed before update or delete on platform.state_transition
  for each row execute function platform.refuse_change();

create function platform.require_transition() returns trigger language plpgsql as $$
begin
  if exists (select from platform.state_transition where table_name = tg_table_schema || '.' || tg_table_name
    and from_state = old.state and to_state = new.state) then return new; end if;
  raise exception '%.% never goes from % to %', tg_table_schema, tg_table_name, old.state, new.state
    using errcode = 'check_violation', constraint = 'state_transition';
end $$;

-- Rows to be added to a setting, proposed by one member of staff and approved by another.
create table platform.setting_change (
  id               uuid primary key,
  setting          text not null,
  state            text not null check (state in ('draft', 'proposed', 'approved', 'rejected')),
  -- Complete rows, and the rows that were in force when they were proposed; null: none.
  rows             jsonb not null check (jsonb_array_length(rows) between 1 and 1000),
  rows_before      jsonb not null,
  -- Null until the approval: at once.
  takes_effect_at  timestamptz,
  reason           text not null check (length(reason) between 10 and 500),
  -- The change whose former values this one restores.
  rolls_back       uuid references platform.setting_change,
  proposed_by      uuid not null,
  proposed_at      timestamptz not null default now(),
  decided_by       uuid,
  decided_at       timestamptz,
  decision_note    text,
  constraint setting_decided_by_another check (decided_by <> proposed_by),
  constraint setting_decided_by_somebody check (
    (state in ('approved', 'rejected')) = (decided_by is not null) and (decided_by is null) = (decided_at is null)),
  constraint setting_rejected_for_a_reason check (state <> 'rejected' or decision_note is not null)
);
create index setting_change_of_setting on platform.setting_change (setting, proposed_at desc);
create unique index setting_rolled_back_once on platform.setting_change (rolls_back) where state <> 'rejected';

-- What was proposed stays as it is, and is decided once.
create function platform.guard_setting_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'INSERT' and new.state not in ('draft', 'proposed')) or (tg_op = 'UPDATE' and (
    (old.state, new.state) not in (('draft', 'draft'), ('draft', 'proposed'), ('proposed', 'approved'), ('proposed', 'rejected'))
    or (new.id, new.setting, new.proposed_by) is distinct from (old.id, old.setting, old.proposed_by)
    or (old.state = 'proposed' and (new.rows, new.rows_before, new.takes_effect_at, new.reason, new.rolls_back)
      is distinct from (old.rows, old.rows_before, old.takes_effect_at, old.reason, old.rolls_back)))) then
    raise exception 'setting change % is what was proposed, and decided once', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.state = 'approved' then
    if new.takes_effect_at < now() then
      raise exception 'settings do not change in the past' using errcode = 'check_violation', constraint = 'setting_not_in_the_past';
    end if;
    new.takes_effect_at := coalesce(new.takes_effect_at, clock_timestamp());
  end if;
  return new;
end $$;
create trigger setting_change_decided_once before insert or update or delete on platform.setting_change
  for each row execute function platform.guard_setting_change();

-- The only way in which the application writes settings. The roll-back of a change that has not taken effect removes its
-- rows; otherwise rows are only added.
create function platform.put_setting_in_force() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  setting regclass := (select attrelid from pg_attribute where attrelid = to_regclass(new.setting) and attname = 'effective_from');
  removed bigint;
begin
  execute format('delete from %s where change_id = $1 and effective_from > $2', setting) using new.rolls_back, new.takes_effect_at;
  get diagnostics removed = row_count;
  if removed = 0 then
    execute format('insert into %1$s select r.* from jsonb_array_elements($1) as e (given), jsonb_populate_record(null::%1$s,
      given || jsonb_build_object(''effective_from'', $2, ''change_id'', $3)) r', setting)
      using new.rows, new.takes_effect_at, new.id;
  end if;
  return null;
end $$;
create trigger setting_put_in_force after update on platform.setting_change
  for each row when (old.state = 'proposed' and new.state = 'approved') execute function platform.put_setting_in_force();

-- Messages between processes that are too long for NOTIFY. The WebSocket adapter deletes them.
create table platform.socket_attachment (
  id          bigserial primary key,
  created_at  timestamptz not null default now(),
  payload     bytea
);
