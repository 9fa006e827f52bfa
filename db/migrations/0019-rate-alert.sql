create schema rate_alert;

-- One notice when the rate of a person's tier reaches a number. It moves nothing.
create table rate_alert.alert (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id    uuid not null references customer.user,
  tier         text not null check (tier in ('plus', 'wallet')),
  sell         char(3) not null,
  buy          char(3) not null check (buy <> sell),
  -- In market order, exactly as it was entered.
  target       numeric(25, 10) not null check (target > 0),
  direction    text not null check (direction in ('rises_to', 'falls_to')),
  created_at   timestamptz not null default now(),
  fired_at     timestamptz
);
create index alert_at_target on rate_alert.alert (sell, buy, tier, direction, target) where fired_at is null;
create index alert_of_person on rate_alert.alert (user_id, created_at desc);
