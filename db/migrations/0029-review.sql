create schema review;

-- Above this amount two members of staff release a payment. A later row wins from its date on.
create table review.dual_control_threshold (
  currency        char(3) not null,
  above_minor     bigint not null,
  effective_from  timestamptz not null,
  primary key (currency, effective_from)
);
insert into review.dual_control_threshold (currency, above_minor, effective_from) values
  ('GBP', 2500000, '2020-01-01T00:00:00Z'), ('EUR', 3000000, '2020-01-01T00:00:00Z'),
  ('USD', 3000000, '2020-01-01T00:00:00Z'), ('THB', 100000000, '2020-01-01T00:00:00Z');

-- Who let a payment go. Where two are needed they are two: nobody is their own second.
create table review.decision (
  id            uuid primary key,
  payment_id    uuid not null,
  needs_second_approver  boolean not null,
  reason        text not null,
  note          text,
  first_by      uuid not null references staff.member,
  first_at      timestamptz not null default now(),
  second_by     uuid references staff.member,
  second_at     timestamptz,
  released_at   timestamptz,
  constraint nobody_releases_alone check (second_by <> first_by),
  constraint two_released_it check (released_at is null or not needs_second_approver or second_by is not null)
);
create unique index release_open on review.decision (payment_id) where released_at is null;

-- What we asked, and what was answered.
create table review.request (
  id           uuid primary key,
  payment_id   uuid not null,
  customer_id  uuid not null references customer.customer,
  state        text not null default 'action_required'
               check (state in ('action_required', 'answered', 'accepted', 'insufficient', 'closed', 'expired')),
  questions    jsonb not null,
  answers      jsonb,
  reminders    smallint not null default 0 check (reminders between 0 and 2),
  requested_by     uuid not null references staff.member,
  requested_at     timestamptz not null default now(),
  due_at       timestamptz not null,
  responded_at  timestamptz,
  check (state not in ('answered', 'accepted', 'insufficient') or answers is not null)
);
create unique index request_open on review.request (payment_id) where state = 'action_required';
create index request_of_payment on review.request (payment_id, requested_at);

-- The legal clock of pounds held for suspected fraud.
create table review.statutory_hold (
  payment_id           uuid primary key,
  received_at          timestamptz not null,
  grounds_due_at       timestamptz not null,
  grounds              text,
  grounds_recorded_by           uuid references staff.member,
  grounds_recorded_at  timestamptz,
  deadline_at          timestamptz not null,
  customer_notified_at     timestamptz,
  last_day_alerted_at           timestamptz,
  ended_at             timestamptz,
  check ((grounds is null) = (grounds_recorded_at is null))
);
create index clock_running on review.statutory_hold (deadline_at) where ended_at is null;
