-- A target says which currency it prices one unit of. Customers type what one unit sold buys, and that decimal is kept
-- exactly: its inverse would rarely be one. Targets from before stay as they were typed, in market order.

create function pg_temp.priced_by_market(sell text, buy text) returns text language sql immutable as $$
  with market as (select array['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'SGD', 'CNY', 'HKD', 'AED', 'PLN', 'DKK',
    'SEK', 'NOK', 'MXN', 'ZAR', 'CZK', 'THB', 'INR', 'JPY', 'HUF'] as codes)
  select case when array_position(codes, sell) < array_position(codes, buy) then sell else buy end from market
$$;

alter table auto_fx.auto_order add column target_base char(3);
update auto_fx.auto_order set target_base = pg_temp.priced_by_market(sell, buy) where target is not null;
alter table auto_fx.auto_order
  add constraint auto_order_target_base_named check ((target is null) = (target_base is null)),
  add constraint auto_order_target_base_of_pair check (target_base in (sell, buy));
drop index auto_fx.order_at_target;
create index order_at_target on auto_fx.auto_order (sell, buy, tier, target_base, direction, target)
  where state = 'active' and target is not null;

alter table rate_alert.alert add column target_base char(3);
update rate_alert.alert set target_base = pg_temp.priced_by_market(sell, buy);
alter table rate_alert.alert
  alter column target_base set not null,
  add constraint alert_target_base_of_pair check (target_base in (sell, buy));
drop index rate_alert.alert_at_target;
create index alert_at_target on rate_alert.alert (sell, buy, tier, target_base, direction, target) where fired_at is null;

alter table manual_fx.deal add column target_base char(3);
update manual_fx.deal set target_base = pg_temp.priced_by_market(sell, buy) where target is not null;
alter table manual_fx.deal
  add constraint deal_target_base_named check ((target is null) = (target_base is null)),
  add constraint deal_target_base_of_pair check (target_base in (sell, buy));
