create schema auto_fx;

-- How much of it a customer may have. A later row wins from its date on.
create table auto_fx.setting (
  effective_from     timestamptz primary key,
  max_active         int not null check (max_active > 0),
  max_per_day        int not null check (max_per_day > 0),
  slippage_bps       int not null check (slippage_bps between 0 and 500),
  max_validity_days  int not null check (max_validity_days > 0),
  off_hours          text not null check (off_hours in ('hold', 'execute'))
);
insert into auto_fx.setting values ('2020-01-01T00:00:00Z', 20, 100, 75, 180, 'hold');

create table auto_fx.auto_order (
  id                    uuid primary key,
  reference             text not null unique,
  customer_id           uuid not null references customer.customer,
  user_id             uuid not null references customer.user,
  tier                  text not null check (tier in ('plus', 'wallet')),
  version               int not null default 1,
  state                 text not null default 'active' check (state in ('active', 'paused', 'triggered',
                        'failed_retryable', 'held_offhours', 'held_service_off', 'filled', 'failed_final', 'expired', 'cancelled')),
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
  -- In market order, exactly as it was entered; the direction says on which side of it the order fires.
  target                numeric(25, 10) check (target > 0),
  direction             text check (direction in ('rises_to', 'falls_to')),
  slippage_bps          int not null check (slippage_bps between 0 and 500),
  reserve               boolean not null,
  -- The ledger's hold, while money is set aside.
  hold_id               uuid,
  held_minor            bigint,
  starts_at             timestamptz,
  next_run_at           timestamptz,
  repeat                text not null check (repeat in ('none', 'daily', 'weekly', 'monthly')),
  valid_until           timestamptz,
  off_hours             text not null check (off_hours in ('hold', 'execute')),
  runs                  int not null default 0,
  triggered_at          timestamptz,
  failure_code          text,
  failure_message       text,
  failure_missing       text,
  failed_at             timestamptz,
  attempts              int not null default 0,
  -- When a failed or waiting order is looked at again.
  retry_at              timestamptz,
  reminded_at           timestamptz not null default now(),
  created_at            timestamptz not null default now(),
  changed_at            timestamptz not null default now(),
  check ((amount_mode in ('fixed_sell', 'fixed_buy')) = (amount_minor is not null)),
  check ((amount_mode = 'above_floor') = (floor_minor is not null)),
  check ((type in ('limit', 'stop')) = (target is not null)),
  check ((target is null) = (direction is null)),
  check ((hold_id is null) = (held_minor is null)),
  check (hold_id is null or state not in ('filled', 'failed_final', 'expired', 'cancelled'))
);
-- A tick finds what it fires as one range of this index, however many orders wait beside it.
create index order_at_target on auto_fx.auto_order (sell, buy, tier, direction, target) where state = 'active' and target is not null;
create index order_due on auto_fx.auto_order (next_run_at) where state = 'active' and target is null;
create index order_triggered on auto_fx.auto_order (triggered_at, id) where state = 'triggered';
create index order_waiting on auto_fx.auto_order (retry_at) where state in ('failed_retryable', 'held_offhours', 'held_service_off');
create index order_to_expire on auto_fx.auto_order (valid_until) where state in ('active', 'paused', 'failed_retryable', 'held_offhours', 'held_service_off');
create index order_to_remind on auto_fx.auto_order (reminded_at) where state in ('active', 'paused') and valid_until is null;
create index order_of_customer on auto_fx.auto_order (customer_id, created_at desc);

-- Every state of its terms that an order was ever in.
create table auto_fx.version (
  order_id    uuid not null references auto_fx.auto_order,
  version     int not null,
  terms       jsonb not null,
  user_id   uuid not null,
  changed_at  timestamptz not null default now(),
  primary key (order_id, version)
);
create trigger version_append_only before update or delete on auto_fx.version for each row execute function platform.refuse_change();

-- What an order did: each run once.
create table auto_fx.fill (
  order_id       uuid not null references auto_fx.auto_order,
  run            int not null,
  version        int not null,
  customer_id    uuid not null,
  conversion_id  uuid not null unique references fx.conversion,
  filled_at      timestamptz not null default now(),
  primary key (order_id, run)
);
create index fill_of_customer on auto_fx.fill (customer_id, filled_at desc);
create trigger fill_append_only before update or delete on auto_fx.fill for each row execute function platform.refuse_change();

insert into payment.service_availability (key, is_on) values ('fx.auto', true);
