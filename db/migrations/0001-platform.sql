-- Roles, schema platform: idempotency keys, outbox, audit log, lifecycles, messages between processes.

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
-- What staff did, by its subject.
create index audit_by_staff on platform.audit (entity, id) where actor_kind = 'staff';
-- The log is searched by time, and rows arrive in its order: a tiny index is enough.
create index audit_in_time on platform.audit using brin (at);
-- Counted on the staff home page; very few rows match.
create index audit_contradicted on platform.audit (at) where action = 'payment.status_conflict';
-- What was decided about held payments today, which the home page of staff counts every few seconds.
create index audit_of_review on platform.audit (at)
  where action in ('review.released', 'review.refused', 'review.information_requested');
-- Counted on the staff home page, and looked up before the same contradiction is recorded again; very few rows match.
create index audit_partner_contradiction on platform.audit (entity, at) where action = 'partner.contradiction';
create index audit_recorded on platform.audit (recorded_in);
create trigger audit_append_only before update or delete on platform.audit
  for each row execute function platform.refuse_change();
create trigger audit_never_emptied before truncate on platform.audit
  for each statement execute function platform.refuse_change();

-- Allowed transitions of every table with a lifecycle. Each file adds those of its tables; a test compares them with
-- apps/api/src/lifecycles.ts.
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

-- Messages between processes that are too long for NOTIFY. The WebSocket adapter deletes them.
create table platform.socket_attachment (
  id          bigserial primary key,
  created_at  timestamptz not null default now(),
  payload     bytea
);

-- A text that should be an id, or nothing.
create function platform.to_uuid(text text) returns uuid
language sql immutable as $$
  select case when text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then text::uuid end
$$;
