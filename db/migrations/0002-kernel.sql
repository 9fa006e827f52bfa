create schema kernel;

-- The first answer to a write, byte for byte. Claimed inside the transaction of the work: no commit, no claim.
create table kernel.idempotency (
  actor         text not null,
  route         text not null,
  key           uuid not null,
  request_hash  bytea not null,
  reply         text,
  keep_for_ever boolean not null,
  created_at    timestamptz not null default now(),
  primary key (actor, key, route)
);
-- Only rows that may be swept are found this way; those of money are kept.
create index idempotency_sweep on kernel.idempotency (created_at) where not keep_for_ever;

-- Outbox: what happened, written in the transaction in which it happened.
create table kernel.event (
  id              bigint generated always as identity primary key,
  topic           text not null,
  payload         jsonb not null,
  correlation_id  text not null,
  created_at      timestamptz not null default now(),
  fanned_out      boolean not null default false
);
create index event_waiting on kernel.event (id) where not fanned_out;

-- One row per listener, so that each retries on its own and none holds up another.
create table kernel.delivery (
  event_id    bigint not null references kernel.event,
  listener    text not null,
  attempts    int not null default 0,
  run_after   timestamptz not null default now(),
  done_at     timestamptz,
  last_error  text,
  primary key (event_id, listener)
);
create index delivery_waiting on kernel.delivery (run_after, event_id) where done_at is null;

create table kernel.audit (
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
create index audit_of_actor on kernel.audit (actor_id, id);

create function kernel.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_append_only before update or delete on kernel.audit for each row execute function kernel.refuse_change();
create trigger audit_never_emptied before truncate on kernel.audit for each statement execute function kernel.refuse_change();
