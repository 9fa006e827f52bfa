-- Colleagues have approved the present terms: the dates of an order are not asked about one by one.
alter table standing_order.standing_order add column is_approved boolean not null default false;

-- Other terms for an order that wait for colleagues; until then the order goes on as it is.
create table standing_order.change_request (
  id             uuid primary key,
  order_id       uuid not null references standing_order.standing_order,
  -- The version that it changes.
  version        int not null,
  terms          jsonb not null,
  payee_name     text not null,
  payee_summary  text not null,
  user_id      uuid not null references customer.user,
  state          text not null default 'awaiting_approval' check (state in ('awaiting_approval', 'made', 'sent_back')),
  created_at     timestamptz not null
);
create unique index change_waiting on standing_order.change_request (order_id) where state = 'awaiting_approval';
