create schema standing_order;

-- When a date is tried and warned of, by the clocks of its rail, and how much of it a customer may have. A later row wins
-- from its date on.
create table standing_order.setting (
  effective_from    timestamptz primary key,
  max_open_orders          int not null check (max_open_orders > 0),
  max_days_ahead    int not null check (max_days_ahead > 0),
  first_attempt_time         time not null,
  retries           time[] not null check (array_position(retries, null) is null),
  warn_at           time not null
);
insert into standing_order.setting values ('2020-01-01T00:00:00Z', 100, 730, '06:00', '{09:00,13:00,17:00}', '09:00');

create table standing_order.standing_order (
  id                    uuid primary key,
  reference             text not null unique,
  customer_id           uuid not null references customer.customer,
  -- Who approved the present terms.
  user_id             uuid not null references customer.user,
  version               int not null default 1,
  state                 text not null default 'active'
                        check (state in ('pending_approval', 'active', 'paused', 'completed', 'cancelled', 'blocked')),
  blocked_code          text check (blocked_code in ('payee_changed', 'payee_blocked', 'payee_deleted', 'account_closed')),
  source_bankholder_id  text not null,
  payee_id              uuid not null references payee.payee,
  payee_version         int not null,
  -- The payee as it was approved.
  payee_name            text not null,
  payee_summary         text not null,
  currency              char(3) not null,
  amount_minor          bigint not null check (amount_minor > 0),
  payee_reference       text not null check (payee_reference <> ''),
  frequency             text not null check (frequency in
                        ('weekly', 'fortnightly', 'four_weekly', 'monthly', 'last_working_day', 'quarterly', 'yearly')),
  start_date            date not null,
  -- Where the dates are counted from: the end of the month for the last working day, otherwise the start.
  first_day             date not null,
  end_date              date check (end_date >= start_date),
  end_count             int check (end_count > 0),
  non_working_day       text not null check (non_working_day in ('next', 'previous', 'exact')),
  warning_days             int not null check (warning_days between 0 and 7),
  created_at            timestamptz not null,
  changed_at            timestamptz not null,
  foreign key (payee_id, payee_version) references payee.version (payee_id, version),
  check (end_date is null or end_count is null),
  check ((state = 'blocked') = (blocked_code is not null))
);
create index standing_order_of_customer on standing_order.standing_order (customer_id, created_at desc);
create index standing_order_of_payee on standing_order.standing_order (payee_id) where state not in ('completed', 'cancelled');

-- Every state of its terms that an order was ever in.
create table standing_order.version (
  order_id    uuid not null references standing_order.standing_order,
  version     int not null,
  terms       jsonb not null,
  user_id   uuid not null,
  changed_at  timestamptz not null,
  primary key (order_id, version)
);
create trigger version_append_only before update or delete on standing_order.version for each row execute function platform.refuse_change();

-- The dates of an order: those that are over, and the one that is open. What comes behind it is computed.
create table standing_order.occurrence (
  id               uuid primary key,
  order_id         uuid not null references standing_order.standing_order,
  customer_id      uuid not null,
  -- Its place among the dates counted from the order's first day.
  number           int not null check (number >= 0),
  day              date not null,
  pay_day          date not null,
  version          int not null,
  amount_minor     bigint not null check (amount_minor > 0),
  payee_reference  text not null check (payee_reference <> ''),
  edited           boolean not null default false,
  state            text not null default 'upcoming' check (state in ('upcoming', 'due', 'retrying', 'paid', 'failed', 'skipped')),
  attempts         int not null default 0,
  -- When it is due, and later when it is tried again; null once it is over.
  next_attempt_at      timestamptz,
  -- When a shortfall is looked for; null once it was, or when nobody wants to be warned.
  warn_at          timestamptz,
  failure_code         text,
  failure_reason              text,
  payment_id       uuid unique references payment.payment,
  settled_at       timestamptz,
  created_at       timestamptz not null,
  unique (order_id, day),
  foreign key (order_id, version) references standing_order.version,
  check ((state in ('upcoming', 'due', 'retrying')) = (next_attempt_at is not null)),
  check ((state in ('paid', 'failed', 'skipped')) = (settled_at is not null)),
  check ((state = 'paid') = (payment_id is not null)),
  check (state = 'upcoming' or warn_at is null)
);
create unique index occurrence_open on standing_order.occurrence (order_id) where settled_at is null;
create index occurrence_to_try on standing_order.occurrence (next_attempt_at) where settled_at is null;
create index occurrence_to_warn on standing_order.occurrence (warn_at) where warn_at is not null;

-- What is over stays as it was.
create function standing_order.refuse_reopening() returns trigger language plpgsql as $$
begin
  raise exception 'the date % of standing order % is over', old.day, old.order_id
    using errcode = 'check_violation', constraint = 'occurrence_is_over';
end $$;
create trigger occurrence_is_over before update or delete on standing_order.occurrence
  for each row when (old.settled_at is not null) execute function standing_order.refuse_reopening();

insert into payment.service_availability (key, is_on) values ('standing', true);
