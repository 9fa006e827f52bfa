-- Standing orders: schedules, versions, occurrences, change requests.

create schema standing_order;

-- When payments are attempted and shortfalls are checked, in local time of the rail, and limits per customer.
create table standing_order.setting (
  effective_from      timestamptz primary key,
  max_open_orders     int not null check (max_open_orders > 0),
  max_days_ahead      int not null check (max_days_ahead > 0),
  first_attempt_time  time not null,
  retries             time[] not null check (array_position(retries, null) is null),
  warn_at             time not null,
  -- Days to answer a question, until the last attempt of the day.
  hold_days           int not null default 2 check (hold_days between 0 and 6),
  change_id           uuid references platform.setting_change
);
insert into standing_order.setting values ('2020-01-01T00:00:00Z', 100, 730, '06:00', '{09:00,13:00,17:00}', '09:00');

create table standing_order.standing_order (
  id                    uuid primary key,
  reference             text not null unique,
  customer_id           uuid not null references customer.customer,
  -- The user who approved the present terms.
  user_id               uuid not null references customer.user,
  version               int not null default 1,
  state                 text not null default 'active'
    check (state in ('pending_approval', 'active', 'paused', 'completed', 'cancelled', 'blocked')),
  blocked_code          text
    check (blocked_code in ('payee_changed', 'payee_blocked', 'payee_deleted', 'account_closed')),
  source_bankholder_id  text not null,
  payee_id              uuid not null references payee.payee,
  payee_version         int not null,
  -- The payee as approved.
  payee_name            text not null,
  payee_summary         text not null,
  currency              char(3) not null,
  amount_minor          bigint not null check (amount_minor > 0),
  payee_reference       text not null check (payee_reference <> ''),
  frequency             text not null check (frequency in
    ('weekly', 'fortnightly', 'four_weekly', 'monthly', 'last_working_day', 'quarterly', 'yearly')),
  start_date            date not null,
  -- Origin for counting dates: the end of the month for the last working day, otherwise the start.
  first_day             date not null,
  end_date              date check (end_date >= start_date),
  end_count             int check (end_count > 0),
  non_working_day       text not null check (non_working_day in ('next', 'previous', 'exact')),
  warning_days          int not null check (warning_days between 0 and 7),
  created_at            timestamptz not null,
  changed_at            timestamptz not null,
  -- The debited currency and the payee's; they can differ.
  account_currency      char(3) not null,
  payee_currency        char(3) not null,
  -- SWIFT only: who bears the charges of intermediary banks.
  charge_type           text check (charge_type in ('SHA', 'OUR')),
  -- Cross-currency only: whether the amount is the one sent or received.
  amount_side           text check (amount_side in ('sent', 'received')),
  -- The lowest acceptable rate, in payee currency per unit of account currency, and what happens below it.
  floor_rate            numeric(25, 10) check (floor_rate > 0),
  on_breach             text check (on_breach in ('hold_and_ask', 'pay_anyway', 'skip')),
  -- The most that one payment can debit, including fees.
  max_minor             bigint check (max_minor > 0),
  -- The present terms are approved, so single payments need no approval.
  is_approved           boolean not null default false,
  -- A shortfall is converted from this account of the customer, once per date, at this rate at least.
  top_up_bankholder_id  text,
  top_up_currency       char(3),
  top_up_floor_rate     numeric(25, 10) check (top_up_floor_rate > 0),
  -- Information for each payment of the order, and the fraud warning that was read when the order was set up.
  note                  text,
  purpose               text,
  source_of_funds       text,
  relationship          text,
  warning_code          text check (warning_code ~ '^[a-z_]+\.[0-9]+$'),
  warned_at             timestamptz,
  foreign key (payee_id, payee_version) references payee.version (payee_id, version),
  check (end_date is null or end_count is null),
  check ((state = 'blocked') = (blocked_code is not null)),
  constraint standing_order_exchange_check check (
    (account_currency <> payee_currency) = (amount_side is not null)
    and (amount_side is null) = (on_breach is null)
    and (amount_side is not null or floor_rate is null)
    and (amount_side is not distinct from 'received') = (max_minor is not null)
    and currency = case amount_side when 'received' then payee_currency else account_currency end),
  constraint standing_order_warning_is_whole check (num_nulls(warning_code, warned_at) in (0, 2)),
  constraint standing_order_top_up check (
    (top_up_bankholder_id is null) = (top_up_currency is null)
    and (top_up_floor_rate is null or top_up_currency is distinct from account_currency)
    and (top_up_bankholder_id is not null or top_up_floor_rate is null)
    and top_up_bankholder_id is distinct from source_bankholder_id)
);
create index standing_order_of_customer on standing_order.standing_order (customer_id, created_at desc);
create index standing_order_of_payee on standing_order.standing_order (payee_id)
  where state not in ('completed', 'cancelled');
create index standing_order_of_customer_payee on standing_order.standing_order (customer_id, payee_id)
  where state = 'active';
create trigger state_transition before update of state on standing_order.standing_order
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'standing_order.standing_order', from_state, unnest(to_states) from (values
  ('pending_approval', '{active,cancelled}'::text[]),
  ('active', '{paused,blocked,completed,cancelled}'),
  ('paused', '{active,blocked,completed,cancelled}'),
  ('blocked', '{active,completed,cancelled}')
) as allowed (from_state, to_states);

-- Every version of an order's terms.
create table standing_order.version (
  order_id    uuid not null references standing_order.standing_order,
  version     int not null,
  terms       jsonb not null,
  user_id     uuid not null,
  changed_at  timestamptz not null,
  primary key (order_id, version)
);
create trigger version_append_only before update or delete on standing_order.version
  for each row execute function platform.refuse_change();

-- Past dates of an order and the next one; later dates are computed.
create table standing_order.occurrence (
  id                     uuid primary key,
  order_id               uuid not null references standing_order.standing_order,
  customer_id            uuid not null,
  -- Position among the dates counted from the order's first day.
  number                 int not null check (number >= 0),
  day                    date not null,
  pay_day                date not null,
  version                int not null,
  amount_minor           bigint not null check (amount_minor > 0),
  payee_reference        text not null check (payee_reference <> ''),
  edited                 boolean not null default false,
  state                  text not null default 'upcoming'
    check (state in ('upcoming', 'due', 'retrying', 'held_fx', 'paid', 'failed', 'skipped')),
  attempts               int not null default 0,
  -- When the payment is due or retried; null once it is settled.
  next_attempt_at        timestamptz,
  -- When to check for a shortfall; null if done or not wanted.
  warn_at                timestamptz,
  failure_code           text,
  failure_reason         text,
  payment_id             uuid unique references payment.payment,
  settled_at             timestamptz,
  created_at             timestamptz not null,
  -- The rate that the customer is asked about, until `next_attempt_at`.
  held_rate              numeric(25, 10) check (held_rate > 0),
  -- An approval is or was requested.
  is_approval_requested  boolean not null default false,
  -- Approved as it is, whatever the order says.
  is_approved            boolean not null default false,
  topped_up_at           timestamptz,
  unique (order_id, day),
  foreign key (order_id, version) references standing_order.version,
  check ((state in ('upcoming', 'due', 'retrying', 'held_fx')) = (next_attempt_at is not null)),
  check ((state in ('paid', 'failed', 'skipped')) = (settled_at is not null)),
  check ((state = 'paid') = (payment_id is not null)),
  check (state = 'upcoming' or warn_at is null),
  constraint occurrence_asked_check check (state <> 'held_fx' or held_rate is not null)
);
create unique index occurrence_open on standing_order.occurrence (order_id) where settled_at is null;
create index occurrence_next_attempt on standing_order.occurrence (next_attempt_at) where settled_at is null;
create index occurrence_shortfall_check on standing_order.occurrence (warn_at) where warn_at is not null;
create trigger state_transition before update of state on standing_order.occurrence
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'standing_order.occurrence', from_state, unnest(to_states) from (values
  ('upcoming', '{due,skipped}'::text[]),
  ('due', '{paid,retrying,held_fx,failed,skipped}'),
  ('retrying', '{paid,held_fx,failed,skipped}'),
  ('held_fx', '{paid,failed,skipped}')
) as allowed (from_state, to_states);

-- A settled date never changes.
create function standing_order.refuse_change_of_closed() returns trigger language plpgsql as $$
begin
  raise exception 'the date % of standing order % is over', old.day, old.order_id
    using errcode = 'check_violation', constraint = 'occurrence_closed';
end $$;

create trigger occurrence_closed before update or delete on standing_order.occurrence
  for each row when (old.settled_at is not null) execute function standing_order.refuse_change_of_closed();

-- New terms that await approval. The order continues unchanged until then.
create table standing_order.change_request (
  id             uuid primary key,
  order_id       uuid not null references standing_order.standing_order,
  -- The version that it changes.
  version        int not null,
  terms          jsonb not null,
  payee_name     text not null,
  payee_summary  text not null,
  user_id        uuid not null references customer.user,
  state          text not null default 'awaiting_approval' check (state in ('awaiting_approval', 'made', 'sent_back')),
  created_at     timestamptz not null
);
create unique index change_request_pending on standing_order.change_request (order_id) where state = 'awaiting_approval';

-- A change of a single date that awaits approval. The date stays unchanged until then.
create table standing_order.occurrence_change_request (
  id               uuid primary key,
  order_id         uuid not null references standing_order.standing_order,
  -- No foreign key: rescheduling replaces upcoming dates that were not edited.
  occurrence_id    uuid not null,
  version          int not null,
  amount_minor     bigint not null check (amount_minor > 0),
  payee_reference  text not null check (payee_reference <> ''),
  pay_day          date not null,
  user_id          uuid not null references customer.user,
  state            text not null default 'awaiting_approval' check (state in ('awaiting_approval', 'made', 'sent_back')),
  created_at       timestamptz not null
);
create unique index occurrence_change_request_pending on standing_order.occurrence_change_request (occurrence_id)
  where state = 'awaiting_approval';
