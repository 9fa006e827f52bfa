-- Reviews by staff: decisions, dual control, statutory holds, sanctions alerts.

create schema review;

-- Above this amount two members of staff release a payment.
create table review.dual_control_threshold (
  currency        char(3) not null,
  above_minor     bigint not null,
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);

-- Decisions about a payment. If two are needed, they are by different members of staff.
create table review.decision (
  id                     uuid primary key,
  payment_id             uuid not null,
  needs_second_approver  boolean not null,
  reason                 text not null,
  note                   text,
  first_by               uuid not null references staff.member,
  first_at               timestamptz not null default now(),
  second_by              uuid references staff.member,
  second_at              timestamptz,
  released_at            timestamptz,
  -- Our answer to the bank's request for information.
  answer                 text check (length(answer) between 1 and 140),
  -- Of a settlement of contradictory bank reports: the instruction that the bank paid, or not_paid. Two decisions count
  -- only if both release or both settle alike.
  settlement             text,
  constraint approvers_differ check (second_by <> first_by),
  constraint settlement_needs_two check (settlement is null or needs_second_approver),
  constraint second_approver_required check (released_at is null or not needs_second_approver or second_by is not null)
);
create unique index release_open on review.decision (payment_id) where released_at is null;

-- Requests for information and their answers.
create table review.request (
  id            uuid primary key,
  payment_id    uuid not null,
  customer_id   uuid not null references customer.customer,
  state         text not null default 'action_required'
    check (state in ('action_required', 'answered', 'accepted', 'insufficient', 'closed', 'expired')),
  questions     jsonb not null,
  answers       jsonb,
  requested_by  uuid not null references staff.member,
  requested_at  timestamptz not null default now(),
  due_at        timestamptz not null,
  responded_at  timestamptz,
  check (state not in ('answered', 'accepted', 'insufficient') or answers is not null)
);
create unique index request_open on review.request (payment_id) where state = 'action_required';
create index request_of_payment on review.request (payment_id, requested_at);
-- Answers that staff have not read yet.
create index request_answered on review.request (payment_id) where state = 'answered';
create trigger state_transition before update of state on review.request
  for each row when (old.state <> new.state) execute function platform.require_transition();

-- The statutory limit for holding a payment on suspicion of fraud.
create table review.statutory_hold (
  payment_id            uuid primary key,
  received_at           timestamptz not null,
  grounds_due_at        timestamptz not null,
  grounds               text,
  grounds_recorded_by   uuid references staff.member,
  grounds_recorded_at   timestamptz,
  deadline_at           timestamptz not null,
  customer_notified_at  timestamptz,
  last_day_alerted_at   timestamptz,
  ended_at              timestamptz,
  -- Alerts about missing grounds and about the last day are sent separately.
  grounds_alerted_at    timestamptz,
  check ((grounds is null) = (grounds_recorded_at is null))
);
create index statutory_hold_running on review.statutory_hold (deadline_at) where ended_at is null;

-- A payee or customer whose name is similar to a listed one, found when a list is imported. An alert that two members
-- of staff cleared stays cleared until one of the names changes.
create table review.sanctions_alert (
  id            uuid primary key,
  subject       text not null check (subject in ('payee', 'customer')),
  subject_id    uuid not null,
  customer_id   uuid not null references customer.customer,
  subject_name  text not null,
  list_version  bigint not null references screening.sanctions_list,
  entry_id      text not null,
  name          text not null,
  regime        text not null,
  score         numeric(4, 3) not null,
  rule          text not null check (rule in ('alike', 'first_and_last')),
  state         text not null default 'open' check (state in ('open', 'false_positive', 'true_match')),
  found_at      timestamptz not null default now(),
  first_by      uuid references staff.member,
  first_at      timestamptz,
  first_note    text,
  decided_by    uuid references staff.member,
  decided_at    timestamptz,
  note          text,
  unique (subject, subject_id, subject_name, entry_id, name),
  check ((first_by is null) = (first_at is null) and (first_by is null) = (first_note is null)),
  check ((state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint alert_cleared_by_two check (state <> 'false_positive' or (first_by is not null and first_by <> decided_by))
);
create index sanctions_alert_open on review.sanctions_alert (score desc, id) where state = 'open';
create trigger state_transition before update of state on review.sanctions_alert
  for each row when (old.state <> new.state) execute function platform.require_transition();
