-- Automatic exchange orders: targets, schedules, fills.

create schema auto_fx;

-- Limits per customer.
create table auto_fx.setting (
  effective_from     timestamptz primary key,
  max_active         int not null check (max_active > 0),
  max_per_day        int not null check (max_per_day > 0),
  slippage_bps       int not null check (slippage_bps between 0 and 500),
  max_validity_days  int not null check (max_validity_days > 0),
  off_hours          text not null check (off_hours in ('hold', 'execute')),
  change_id          uuid references platform.setting_change
);
insert into auto_fx.setting values ('2020-01-01T00:00:00Z', 20, 100, 75, 180, 'hold');

create table auto_fx.auto_order (
  id                    uuid primary key,
  reference             text not null unique,
  customer_id           uuid not null references customer.customer,
  user_id               uuid not null references customer.user,
  tier                  text not null check (tier in ('plus', 'wallet')),
  version               int not null default 1,
  state                 text not null default 'active'
    check (state in ('pending_approval', 'active', 'paused', 'failed_retryable',
    'held_offhours', 'held_service_off', 'filled', 'failed_final', 'expired', 'cancelled')),
  type                  text not null check (type in ('limit', 'stop', 'schedule', 'sweep')),
  amount_mode           text not null check (amount_mode in ('fixed_sell', 'fixed_buy', 'all_available', 'above_floor')),
  source_bankholder_id  text not null,
  target_bankholder_id  text not null,
  from_account          bigint not null,
  to_account            bigint not null check (to_account <> from_account),
  sell                  char(3) not null,
  buy                   char(3) not null check (buy <> sell),
  amount_minor          bigint check (amount_minor > 0),
  floor_minor           bigint check (floor_minor >= 0),
  -- Exactly as entered, in `target_base` units; the direction says on which side of it the order executes.
  target                numeric(25, 10) check (target > 0),
  direction             text check (direction in ('rises_to', 'falls_to')),
  slippage_bps          int not null check (slippage_bps between 0 and 500),
  reserve               boolean not null,
  -- The ledger hold, while money is reserved.
  hold_id               uuid,
  held_minor            bigint,
  starts_at             timestamptz,
  next_run_at           timestamptz,
  repeat                text not null check (repeat in ('none', 'daily', 'weekly', 'monthly')),
  valid_until           timestamptz,
  off_hours             text not null check (off_hours in ('hold', 'execute')),
  runs                  int not null default 0,
  failure_code          text,
  failure_message       text,
  failure_missing       text,
  failed_at             timestamptz,
  attempts              int not null default 0,
  -- When a failed or waiting order is retried.
  retry_at              timestamptz,
  reminded_at           timestamptz not null default now(),
  created_at            timestamptz not null default now(),
  changed_at            timestamptz not null default now(),
  -- The present terms are approved, so payments after fills need no approval.
  is_approved           boolean not null default false,
  -- A paused order that was changed stays paused after approval.
  state_after_approval  text check (state_after_approval in ('active', 'paused')),
  -- The currency whose unit the target prices. Customers enter what one sold unit buys, and the inverse is rarely an
  -- exact decimal.
  target_base           char(3),
  check ((amount_mode in ('fixed_sell', 'fixed_buy')) = (amount_minor is not null)),
  check ((amount_mode = 'above_floor') = (floor_minor is not null)),
  check ((type in ('limit', 'stop')) = (target is not null)),
  check ((target is null) = (direction is null)),
  check ((hold_id is null) = (held_minor is null)),
  check (hold_id is null or state not in ('filled', 'failed_final', 'expired', 'cancelled')),
  constraint pending_order_knows_its_state
    check (state <> 'pending_approval' or (state_after_approval is not null and not is_approved)),
  constraint auto_order_target_base_named check ((target is null) = (target_base is null)),
  constraint auto_order_target_base_of_pair check (target_base in (sell, buy))
);
create index order_due on auto_fx.auto_order (next_run_at) where state = 'active' and target is null;
create index order_waiting on auto_fx.auto_order (retry_at)
  where state in ('failed_retryable', 'held_offhours', 'held_service_off');
create index order_to_remind on auto_fx.auto_order (reminded_at)
  where state in ('active', 'paused') and valid_until is null;
create index order_of_customer on auto_fx.auto_order (customer_id, created_at desc);
create index order_to_expire on auto_fx.auto_order (valid_until) where state in
  ('pending_approval', 'active', 'paused', 'failed_retryable', 'held_offhours', 'held_service_off');
create index order_at_target on auto_fx.auto_order (sell, buy, tier, target_base, direction, target)
  where state = 'active' and target is not null;

create trigger state_transition before update of state on auto_fx.auto_order
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'auto_fx.auto_order', from_state, unnest(to_states) from (values
  ('pending_approval', '{active,paused,expired,cancelled}'::text[]),
  ('active', '{pending_approval,expired,cancelled,paused,filled,failed_retryable,failed_final,held_offhours,held_service_off}'),
  ('paused', '{pending_approval,expired,cancelled,active}'),
  ('failed_retryable', '{pending_approval,expired,cancelled,active,paused}'),
  ('held_offhours', '{pending_approval,expired,cancelled,active,paused}'),
  ('held_service_off', '{pending_approval,expired,cancelled,active,paused}')
) as allowed (from_state, to_states);

-- Every version of an order's terms.
create table auto_fx.version (
  order_id    uuid not null references auto_fx.auto_order,
  version     int not null,
  terms       jsonb not null,
  user_id     uuid not null,
  changed_at  timestamptz not null default now(),
  primary key (order_id, version)
);
create trigger version_append_only before update or delete on auto_fx.version
  for each row execute function platform.refuse_change();

-- Executions of an order; each run once.
create table auto_fx.fill (
  order_id          uuid not null references auto_fx.auto_order,
  run               int not null,
  version           int not null,
  customer_id       uuid not null,
  conversion_id     uuid not null unique references fx.conversion,
  filled_at         timestamptz not null default now(),
  -- The snapshot that triggered the fill.
  rate_snapshot_id  bigint,
  primary key (order_id, run)
);
create index fill_of_customer on auto_fx.fill (customer_id, filled_at desc);
create trigger fill_append_only before update or delete on auto_fx.fill
  for each row execute function platform.refuse_change();

-- The rate that triggered orders for a pair and tier at one moment. All triggered orders execute at this rate,
-- however many there are.
create table auto_fx.rate_snapshot (
  id          bigint generated always as identity primary key,
  sell        char(3) not null,
  buy         char(3) not null,
  tier        text not null check (tier in ('plus', 'wallet')),
  mid         numeric(25, 10) not null check (mid > 0),
  margin_bps  int not null,
  -- The market was closed, so the margin is that of closed hours.
  off_hours   boolean not null,
  decided_at  timestamptz not null default now()
);
create trigger rate_snapshot_append_only before update or delete on auto_fx.rate_snapshot
  for each row execute function platform.refuse_change();

-- Queue of triggered orders. A separate table without foreign keys, since writing 100,000 narrow rows takes half the
-- time of updating the orders (decision 10). Orders are never deleted.
create table auto_fx.order_trigger (
  -- Orders execute in the order in which they were placed.
  place             bigint generated always as identity primary key,
  order_id          uuid not null unique,
  -- Null for scheduled orders: they execute at the rate of that moment.
  rate_snapshot_id  bigint
);
