-- Log of calls: what clients called here and what was called at partners. Bodies are masked before they are stored.
-- Rows are written in batches after the call, so a crash loses the last second; nothing of the books depends on them.

create schema api_log;

-- How long calls are kept.
create table api_log.setting (
  kept_days       int not null check (kept_days between 7 and 400),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (effective_from)
);
insert into api_log.setting values (90, '2020-01-01T00:00:00Z');

-- Partitioned by day, so that old calls are dropped and not deleted.
create table api_log.call (
  id              uuid not null,
  at              timestamptz not null,
  direction       text not null check (direction in ('in', 'out')),
  partner         text not null,
  operation       text not null,
  -- The service whose breaker counts the call.
  service         text,
  status          int,
  outcome         text not null check (outcome in ('answered', 'refused', 'failed', 'no_answer')),
  latency_ms      int not null check (latency_ms >= 0),
  correlation_id  text not null,
  customer_id     uuid,
  payment_id      uuid,
  -- The delivery of the outbox that made the call: it can be made again through it.
  event_id        bigint,
  listener        text,
  attempt         int,
  request         jsonb,
  response        jsonb,
  primary key (id, at),
  check ((event_id is null) = (listener is null))
) partition by range (at);
create index call_in_time on api_log.call (at desc, id desc);
create index call_correlation on api_log.call (correlation_id);
create index call_of_customer on api_log.call (customer_id, at desc) where customer_id is not null;
create index call_of_payment on api_log.call (payment_id, at desc) where payment_id is not null;
create index call_of_service on api_log.call (service, at desc) where service is not null;
create trigger call_append_only before update or delete on api_log.call
  for each row execute function platform.refuse_change();

-- A request of staff to make a call again. One that may move money waits for a second person.
create table api_log.resend (
  id            uuid primary key,
  call_id       uuid not null,
  event_id      bigint not null,
  listener      text not null,
  moves_money   boolean not null,
  state         text not null check (state in ('waiting', 'sent', 'refused')),
  reason        text not null check (length(reason) between 10 and 500),
  requested_by  uuid not null references staff.member,
  requested_at  timestamptz not null default now(),
  decided_by    uuid references staff.member,
  decided_at    timestamptz,
  note          text,
  constraint maker_is_not_checker check (decided_by <> requested_by),
  constraint money_takes_two check (not moves_money or state <> 'sent' or decided_by is not null),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'waiting' or decided_by is null)
);
create unique index one_resend_at_a_time on api_log.resend (event_id, listener) where state = 'waiting';
create index resend_of_call on api_log.resend (call_id);

-- Creates the partition of a day if it is missing. It is completed before it is attached, so that attaching blocks no
-- insert.
create function api_log.create_partition(day date) returns void
language plpgsql security definer set search_path = api_log, pg_temp as $$
declare
  part text := 'call_' || to_char(day, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtext('api_log.create_partition'));
  if exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'api_log' and c.relname = part) then
    return;
  end if;
  execute format('create table api_log.%I (like api_log.call including defaults including constraints)', part);
  execute format('alter table api_log.call attach partition api_log.%I for values from (%L) to (%L)',
    part, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end $$;

-- Drops the days that are no longer kept; returns how many.
create function api_log.drop_old_partitions() returns int
language plpgsql security definer set search_path = api_log, pg_temp as $$
declare
  first_kept text := 'call_' || to_char(now() at time zone 'UTC' - make_interval(days =>
    (select kept_days from api_log.setting where effective_from <= now() order by effective_from desc limit 1)), 'YYYYMMDD');
  part text;
  dropped int := 0;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'api_log.call'::regclass and c.relname < first_kept loop
    execute format('drop table api_log.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
