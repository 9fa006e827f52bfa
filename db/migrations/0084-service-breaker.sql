-- When a breaker opens, who turned it on again, and the service of a logged call.

-- failure_rate_pct of at least min_calls within window_sec opens it; after cool_off_sec, trial_calls good calls close it.
create table service_control.breaker_rule (
  service           text not null references service_control.breaker,
  failure_rate_pct  int not null check (failure_rate_pct between 1 and 100),
  min_calls         int not null check (min_calls between 1 and 10000),
  window_sec        int not null check (window_sec between 10 and 600),
  cool_off_sec      int not null check (cool_off_sec between 1 and 3600),
  trial_calls       int not null check (trial_calls between 1 and 100),
  -- An answer that took longer counts as a failure.
  slow_call_ms      int not null check (slow_call_ms between 100 and 60000),
  effective_from    timestamptz not null,
  change_id         uuid references platform.setting_change,
  primary key (service, effective_from)
);
insert into service_control.breaker_rule
select service, 50, 20, 60, 120, 5, 5000, '2020-01-01T00:00:00Z' from service_control.breaker;

-- A request to let a breaker work by itself again, or to force it on. A second person decides.
create table service_control.breaker_request (
  id                uuid primary key,
  service           text not null references service_control.breaker,
  mode              text not null check (mode in ('auto', 'forced_on')),
  reason            text not null check (length(reason) between 10 and 500),
  state             text not null check (state in ('waiting', 'approved', 'refused')),
  -- The test call to the partner that was made for the request.
  test_outcome      text not null check (test_outcome in ('answered', 'refused', 'failed', 'no_answer')),
  test_status       int,
  test_latency_ms   int not null check (test_latency_ms >= 0),
  requested_by      uuid not null references staff.member,
  requested_at      timestamptz not null default now(),
  decided_by        uuid references staff.member,
  decided_at        timestamptz,
  note              text,
  constraint breaker_request_by_two check (decided_by <> requested_by),
  check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index one_breaker_request_at_a_time on service_control.breaker_request (service) where state = 'waiting';

alter table service_control.breaker
  -- Each process of the API compares it before it writes a state of its own.
  add column version bigint not null default 1,
  -- The approved request that set the mode last.
  add column request_id uuid references service_control.breaker_request;

-- Forcing off takes one person. Every other mode takes a request of its own that a second person approved.
create function service_control.guard_breaker() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  if new.mode <> old.mode and new.mode <> 'forced_off' and not exists (
    select from service_control.breaker_request r
    where r.id = new.request_id and r.id is distinct from old.request_id
      and r.service = new.service and r.mode = new.mode and r.state = 'approved'
  ) then
    raise exception 'breaker % is turned on without a second person', new.service
      using errcode = 'check_violation', constraint = 'breaker_turned_on_by_two', schema = 'service_control', table = 'breaker';
  end if;
  return new;
end $$;
create trigger guard_breaker before update on service_control.breaker
  for each row execute function service_control.guard_breaker();

-- A decided request keeps its decision, and what a second person reads cannot change under them.
create function service_control.guard_breaker_request() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' or (new.service, new.mode, new.reason, new.requested_by, new.test_outcome) is distinct from
      (old.service, old.mode, old.reason, old.requested_by, old.test_outcome) then
    raise exception 'breaker request % cannot change', old.id
      using errcode = 'check_violation', constraint = 'breaker_request_is_final', schema = 'service_control', table = 'breaker_request';
  end if;
  return new;
end $$;
create trigger guard_breaker_request before update on service_control.breaker_request
  for each row execute function service_control.guard_breaker_request();

-- The service whose breaker counts the call.
alter table api_log.call add column service text;
create index call_of_service on api_log.call (service, at desc) where service is not null;
