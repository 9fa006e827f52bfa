-- What is missing for a date may also come out of another account in the same currency; nothing is exchanged then.
alter table standing_order.standing_order
  drop constraint standing_order_top_up,
  add constraint standing_order_top_up check (
    (top_up_bankholder_id is null) = (top_up_currency is null)
    and (top_up_floor_rate is null or top_up_currency is distinct from account_currency)
    and (top_up_bankholder_id is not null or top_up_floor_rate is null)
    and top_up_bankholder_id is distinct from source_bankholder_id);
