create schema platform;

-- The first answer to a write, byte for byte. Claimed inside the transaction of the work: no commit, no claim.
create table platform.idempotency (
  actor         text not null,
  route         text not null,
  key           uuid not null,
  request_hash  bytea not null,
  reply         text,
  is_permanent boolean not null,
  created_at    timestamptz not null default now(),
  primary key (actor, key, route)
);
-- Only rows that may be swept are found this way; those of money are kept.
create index idempotency_sweep on platform.idempotency (created_at) where not is_permanent;

-- Outbox: what happened, written in the transaction in which it happened.
create table platform.event (
  id              bigint generated always as identity primary key,
  topic           text not null,
  payload         jsonb not null,
  correlation_id  text not null,
  created_at      timestamptz not null default now(),
  is_fanned_out      boolean not null default false
);
create index event_waiting on platform.event (id) where not is_fanned_out;

-- One row per listener, so that each retries on its own and none holds up another.
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
  ip            inet
);
create index audit_of_actor on platform.audit (actor_id, id);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_append_only before update or delete on platform.audit for each row execute function platform.refuse_change();
create trigger audit_never_emptied before truncate on platform.audit for each statement execute function platform.refuse_change();
