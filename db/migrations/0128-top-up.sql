-- Where what is missing for a date comes from: another account of the customer, in another currency, and the least that one
-- unit of that may buy. Once for each date.
alter table standing_order.standing_order
  add column top_up_bankholder_id text,
  add column top_up_currency char(3),
  add column top_up_floor_rate numeric(25, 10) check (top_up_floor_rate > 0),
  add constraint standing_order_top_up check (
    (top_up_bankholder_id is null) = (top_up_currency is null)
    and (top_up_bankholder_id is not null or top_up_floor_rate is null)
    and top_up_currency is distinct from account_currency);
alter table standing_order.occurrence add column topped_up_at timestamptz;
