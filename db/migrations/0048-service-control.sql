-- Which services work, for whom and until when. One decision in this order: a breaker (forced or open), an event that is
-- in force, the matrix of defaults (payment.service_availability).

create schema service_control;

-- Maintenance, incidents, cut-offs, holidays and limits. Whether an event is active follows from its times.
create table service_control.event (
  id                uuid primary key,
  services          text[] not null check (cardinality(services) between 1 and 30),
  kind              text not null check (kind in ('maintenance', 'incident', 'cutoff', 'holiday', 'limit')),
  -- queue: orders of a service wait. Payments are accepted and stay ready until the event ends.
  mode              text not null check (mode in ('off', 'read_only', 'queue', 'notice')),
  audience          text not null check (audience in ('all', 'plus', 'wallet', 'customers')),
  customers         uuid[] not null default '{}',
  starts_at         timestamptz not null,
  ends_at           timestamptz,
  message           text not null check (length(message) between 3 and 300),
  message_th        text check (length(message_th) between 3 and 300),
  reason            text not null check (length(reason) between 10 and 500),
  state             text not null check (state in ('proposed', 'scheduled', 'refused', 'cancelled', 'ended')),
  created_by        uuid not null references staff.member,
  created_at        timestamptz not null default now(),
  -- Null for an event that one person may start: a notice, or a service turned off at once.
  approved_by       uuid references staff.member,
  approved_at       timestamptz,
  end_requested_by  uuid references staff.member,
  end_requested_at  timestamptz,
  ended_by          uuid references staff.member,
  ended_at          timestamptz,
  note              text,
  check (ends_at is null or ends_at > starts_at),
  check ((audience = 'customers') = (cardinality(customers) > 0)),
  check ((approved_by is null) = (approved_at is null)),
  check ((end_requested_by is null) = (end_requested_at is null)),
  check ((ended_by is null) = (ended_at is null)),
  constraint event_maker_is_not_checker check (approved_by <> created_by),
  constraint event_only_payments_wait check (mode <> 'queue' or services <@ array[
    'payment.gbp', 'payment.eur', 'payment.thb', 'payment.swift', 'payment.fedwire', 'payment.local']),
  constraint event_ended_by_two check (mode = 'notice' or state <> 'ended' or ended_by <> end_requested_by)
);
create index event_in_force on service_control.event (starts_at) where state = 'scheduled';

-- The breaker of a service whose calls go to a partner: what it is set to, and what it does. The API writes the state
-- when it changes; staff write the mode.
create table service_control.breaker (
  service     text primary key,
  partner     text not null,
  mode        text not null default 'auto' check (mode in ('auto', 'forced_off', 'forced_on')),
  state       text not null default 'closed' check (state in ('closed', 'open', 'half_open')),
  opened_at   timestamptz,
  -- When the next trial call is allowed.
  retry_at    timestamptz,
  -- In plain words, from figures only.
  cause       text,
  message     text check (length(message) between 3 and 300),
  changed_by  uuid references staff.member,
  changed_at  timestamptz not null default now(),
  -- Each process of the API compares it before it writes a state of its own.
  version     bigint not null default 1,
  -- The approved request that set the mode last.
  request_id  uuid,
  check ((state = 'closed') = (opened_at is null))
);
insert into service_control.breaker (service, partner) values
  ('payment.gbp', 'bank'), ('payment.eur', 'bank'), ('payment.thb', 'bank'), ('payment.swift', 'bank'),
  ('payment.fedwire', 'bank'), ('payment.local', 'bank'), ('pis', 'directory'), ('wallet.topup', 'card_processor');

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
  id               uuid primary key,
  service          text not null references service_control.breaker,
  mode             text not null check (mode in ('auto', 'forced_on')),
  reason           text not null check (length(reason) between 10 and 500),
  state            text not null check (state in ('waiting', 'approved', 'refused')),
  -- The test call to the partner that was made for the request.
  test_outcome     text not null check (test_outcome in ('answered', 'refused', 'failed', 'no_answer')),
  test_status      int,
  test_latency_ms  int not null check (test_latency_ms >= 0),
  requested_by     uuid not null references staff.member,
  requested_at     timestamptz not null default now(),
  decided_by       uuid references staff.member,
  decided_at       timestamptz,
  note             text,
  constraint breaker_request_by_two check (decided_by <> requested_by),
  check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index one_breaker_request_at_a_time on service_control.breaker_request (service) where state = 'waiting';
alter table service_control.breaker add foreign key (request_id) references service_control.breaker_request;

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

-- Events in force that concern a customer. `customer_audience` null: only those for everyone.
create function service_control.events_for(customer_audience text, customer_id uuid)
returns setof service_control.event
language sql stable as $$
  select e.* from service_control.event e
  where e.state = 'scheduled' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())
    and (e.audience = 'all' or e.audience = customer_audience or (e.audience = 'customers' and customer_id = any (e.customers)))
$$;

-- The decision. `customer_audience` null: for a caller who has no customer, only what holds for everyone. An event that lets
-- orders wait turns nothing off.
create function service_control.decide(service_key text, customer_audience text, customer_id uuid)
returns table (is_on boolean, message text, disabled_until timestamptz, decided_by text)
language sql stable as $$
  select d.is_on, d.message, d.disabled_until, d.decided_by from (
    select 1 as place, 0 as strictness, b.mode = 'forced_on' as is_on, b.message,
      case when b.mode = 'auto' then b.retry_at end as disabled_until, 'breaker' as decided_by
    from service_control.breaker b
    where b.service = service_key and (b.mode = 'forced_off' or (b.mode = 'auto' and b.state = 'open'))
    union all
    select 2, case e.mode when 'off' then 0 else 1 end, false, e.message, e.ends_at, 'event'
    from service_control.events_for(customer_audience, customer_id) e
    where e.mode in ('off', 'read_only') and service_key = any (e.services)
    union all
    select 3, 0, (s.is_on or coalesce(s.disabled_until <= now(), false))
        and case customer_audience when 'plus' then s.plus = 'on' when 'wallet' then s.wallet = 'on' else true end,
      s.message, case when not s.is_on and s.disabled_until > now() then s.disabled_until end, 'matrix'
    from payment.service_availability s where s.key = service_key
  ) d order by d.place, d.strictness, d.disabled_until desc nulls first limit 1
$$;

-- The event that lets payments of this service wait, if there is one. Of several the one that ends last.
create function service_control.queue(service_key text, customer_audience text, customer_id uuid)
returns table (message text, ends_at timestamptz)
language sql stable as $$
  select e.message, e.ends_at from service_control.events_for(customer_audience, customer_id) e
  where e.mode = 'queue' and service_key = any (e.services)
  order by e.ends_at desc nulls first limit 1
$$;

-- Whether payments of the service wait for this customer.
create function service_control.is_queued(service_key text, of_customer uuid) returns boolean
language sql stable as $$
  select exists (select from customer.customer c cross join lateral service_control.queue(service_key, c.kind, c.id) q
    where c.id = of_customer)
$$;

-- Writes defaults: [{"service", "plus", "wallet"}]. A message of an earlier outage ends with it.
create function service_control.apply_defaults(defaults jsonb) returns void language sql as $$
  update payment.service_availability s
  set is_on = d.plus <> 'off' or d.wallet <> 'off', plus = d.plus, wallet = d.wallet, message = null, disabled_until = null
  from jsonb_to_recordset(defaults) as d (service text, plus text, wallet text) where s.key = d.service
$$;

create table service_control.matrix_change (
  id           uuid primary key,
  rows         jsonb not null check (jsonb_array_length(rows) between 1 and 100),
  rows_before  jsonb not null,
  reason       text not null check (length(reason) between 10 and 500),
  state        text not null check (state in ('proposed', 'applied', 'refused')),
  -- Turning off needs one person; a change that turns anything on waits for another.
  turns_on     boolean not null,
  proposed_by  uuid not null references staff.member,
  proposed_at  timestamptz not null default now(),
  decided_by   uuid references staff.member,
  decided_at   timestamptz,
  note         text,
  constraint matrix_change_by_two check (decided_by <> proposed_by),
  constraint turning_on_takes_two check (not turns_on or state <> 'applied' or decided_by is not null),
  check ((decided_by is null) = (decided_at is null))
);
