-- Which services work, for whom and until when. One decision in this order: a breaker (forced or open), an event that is
-- in force, the matrix of defaults (payment.service_availability).

create schema service_control;

-- Maintenance, incidents, cut-offs, holidays and limits. Whether an event is active follows from its times.
create table service_control.event (
  id                uuid primary key,
  services          text[] not null check (cardinality(services) between 1 and 30),
  kind              text not null check (kind in ('maintenance', 'incident', 'cutoff', 'holiday', 'limit')),
  mode              text not null check (mode in ('off', 'read_only', 'notice')),
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
  constraint event_ended_by_two check (mode = 'notice' or state <> 'ended' or ended_by <> end_requested_by)
);
create index event_in_force on service_control.event (starts_at) where state = 'scheduled';

-- The breaker of a service whose calls go to a partner: what it is set to, and what it does. The API writes the state
-- when it changes; staff write the mode.
create table service_control.breaker (
  service          text primary key,
  partner          text not null,
  mode             text not null default 'auto' check (mode in ('auto', 'forced_off', 'forced_on')),
  state            text not null default 'closed' check (state in ('closed', 'open', 'half_open')),
  opened_at        timestamptz,
  -- When the next trial call is allowed.
  retry_at         timestamptz,
  -- In plain words, from figures only.
  cause            text,
  message          text check (length(message) between 3 and 300),
  changed_by       uuid references staff.member,
  changed_at       timestamptz not null default now(),
  check ((state = 'closed') = (opened_at is null))
);

-- The defaults for each kind of customer. `is_on` turns a service off for everyone.
alter table payment.service_availability
  add column plus text not null default 'on' check (plus in ('on', 'off', 'read_only')),
  add column wallet text not null default 'on' check (wallet in ('on', 'off', 'read_only'));

-- The decision. `audience` null: for a caller who has no customer, only what holds for everyone.
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
    from service_control.event e
    where e.state = 'scheduled' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()) and e.mode <> 'notice'
      and service_key = any (e.services)
      and (e.audience = 'all' or e.audience = customer_audience or (e.audience = 'customers' and customer_id = any (e.customers)))
    union all
    select 3, 0, (s.is_on or coalesce(s.disabled_until <= now(), false))
        and case customer_audience when 'plus' then s.plus = 'on' when 'wallet' then s.wallet = 'on' else true end,
      s.message, case when not s.is_on and s.disabled_until > now() then s.disabled_until end, 'matrix'
    from payment.service_availability s where s.key = service_key
  ) d order by d.place, d.strictness, d.disabled_until desc nulls first limit 1
$$;

drop view payment.service_availability_now;

-- Writes defaults: [{"service", "plus", "wallet"}]. A message of an earlier outage ends with it.
create function service_control.apply_defaults(defaults jsonb) returns void language sql as $$
  update payment.service_availability s
  set is_on = d.plus <> 'off' or d.wallet <> 'off', plus = d.plus, wallet = d.wallet, message = null, disabled_until = null
  from jsonb_to_recordset(defaults) as d (service text, plus text, wallet text) where s.key = d.service
$$;

create table service_control.matrix_change (
  id             uuid primary key,
  rows           jsonb not null check (jsonb_array_length(rows) between 1 and 100),
  rows_before    jsonb not null,
  reason         text not null check (length(reason) between 10 and 500),
  state          text not null check (state in ('proposed', 'applied', 'refused')),
  -- Turning off needs one person; a change that turns anything on waits for another.
  turns_on       boolean not null,
  proposed_by    uuid not null references staff.member,
  proposed_at    timestamptz not null default now(),
  decided_by     uuid references staff.member,
  decided_at     timestamptz,
  note           text,
  constraint matrix_change_by_two check (decided_by <> proposed_by),
  constraint turning_on_takes_two check (not turns_on or state <> 'applied' or decided_by is not null),
  check ((decided_by is null) = (decided_at is null))
);

-- Services that had no switch yet.
insert into payment.service_availability (key, is_on) values
  ('login', true), ('register', true), ('payee', true), ('statement', true)
on conflict do nothing;

insert into service_control.breaker (service, partner) values
  ('payment.gbp', 'bank'), ('payment.eur', 'bank'), ('payment.thb', 'bank'), ('payment.swift', 'bank'),
  ('payment.fedwire', 'bank'), ('payment.local', 'bank'), ('pis', 'directory'), ('wallet.topup', 'card_processor');
