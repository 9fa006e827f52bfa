-- A single date of a standing order that is to be another: colleagues approve it, and until then the date stays as it is.
create table standing_order.occurrence_change_request (
  id               uuid primary key,
  order_id         uuid not null references standing_order.standing_order,
  -- A plan that nobody has touched is replaced by another one, so the date may be gone by then.
  occurrence_id    uuid not null,
  version          int not null,
  amount_minor     bigint not null check (amount_minor > 0),
  payee_reference  text not null check (payee_reference <> ''),
  pay_day          date not null,
  user_id        uuid not null references customer.user,
  state            text not null default 'awaiting_approval' check (state in ('awaiting_approval', 'made', 'sent_back')),
  created_at       timestamptz not null
);
create unique index date_change_waiting on standing_order.occurrence_change_request (occurrence_id) where state = 'awaiting_approval';

alter table standing_order.occurrence
  -- Something is asked about it, or was.
  add column is_approval_requested boolean not null default false,
  -- Colleagues have approved it as it is, whatever the order says.
  add column is_approved boolean not null default false;

alter table approval.request
  drop constraint request_kind_check,
  add constraint request_kind_check check (kind in
    ('payment', 'payee', 'rule', 'bulk', 'standing_order', 'standing_date', 'auto_fx'));
