-- Whether a firm lets its people pay, or add, somebody whose bank says that the name is not the account's. Without a row
-- they may, with ten seconds of thought and a reason.
create table payee.name_check_policy (
  customer_id       uuid primary key references customer.customer,
  block_on_no_match  boolean not null,
  set_by            uuid not null,
  set_at            timestamptz not null,
  foreign key (set_by, customer_id) references customer.user (id, customer_id)
);

-- Nobody loosens it alone where somebody else of theirs could agree.
alter table approval.request
  drop constraint request_kind_check,
  add constraint request_kind_check check (kind in
    ('payment', 'payee', 'rule', 'bulk', 'standing_order', 'standing_date', 'auto_fx', 'fx', 'manual_fx', 'name_policy'));

-- Rows of a file that still go to a payee are found when somebody wants to delete it.
create index row_queued_to_payee on bulk_payment.row (payee_id) where state in ('awaiting_approval', 'released');
