-- Changes that staff make to the status of a customer's account (product.md B3): reasons, what the customer reads, and the
-- second person where one is needed. Restricting is an area of its own, because more roles may restrict than may lift.

alter table customer.customer
  -- Who blocks the account; null while nothing does.
  add column blocked_by text check (blocked_by in ('us', 'customer')),
  -- What staff wrote to the customer about the status.
  add column state_message text check (length(state_message) <= 500);
alter table customer.status_transition
  add column blocked_by text,
  add column state_message text;
update customer.customer set blocked_by = case
    when state_reason in ('closing_requested', 'money_paid_out') then 'customer' else 'us' end
  where state in ('restricted', 'suspended', 'locked', 'closing', 'closed');

-- We may end the contract as well: then the notice runs, and the customer cannot take it back.
alter table closure.request
  add column requested_by text not null default 'customer' check (requested_by in ('customer', 'us')),
  drop constraint request_reason_check,
  add constraint request_reason_check check (reason in ('not_needed', 'fees', 'moved', 'service', 'other', 'ended_by_us')),
  add check ((requested_by = 'us') = (reason = 'ended_by_us'));

create schema status_change;

create table status_change.setting (
  effective_from  timestamptz primary key,
  -- Days of notice before we close an account, unless a legal exception allows fewer.
  notice_days     int not null check (notice_days between 1 and 365),
  -- Days after which staff look at a restriction or a suspension again.
  review_days     int not null check (review_days between 1 and 365),
  change_id       uuid references platform.setting_change
);
insert into status_change.setting (effective_from, notice_days, review_days) values ('2025-01-01', 90, 30);

create table status_change.change (
  id                uuid primary key,
  customer_id       uuid not null references customer.customer,
  from_status       text not null,
  to_status         text not null check (to_status in ('pending', 'active', 'restricted', 'suspended', 'dormant', 'closing')),
  reason_code       text not null check (reason_code ~ '^[a-z_]+$'),
  -- Null if the customer reads the text of the status alone.
  customer_message  text check (length(customer_message) between 10 and 500),
  internal_note     text not null check (length(internal_note) between 10 and 2000),
  legal_basis       text check (legal_basis ~ '^[a-z_]+$'),
  -- End of the notice of a closing.
  notice_ends_at    timestamptz,
  review_at         timestamptz,
  notifies_customer boolean not null,
  -- Applied: by one person. The others need a second one.
  state             text not null check (state in ('applied', 'proposed', 'approved', 'refused', 'withdrawn', 'superseded')),
  proposed_by       uuid not null references staff.member,
  proposed_at       timestamptz not null default now(),
  decided_by        uuid references staff.member,
  decided_at        timestamptz,
  decision_note     text check (length(decision_note) between 10 and 2000),
  -- Its place in the history of the account.
  transition_seq    int,
  foreign key (customer_id, transition_seq) references customer.status_transition,
  check (from_status <> to_status),
  constraint change_by_two check (state not in ('approved', 'refused') or decided_by <> proposed_by),
  constraint change_decided check ((state in ('approved', 'refused', 'withdrawn')) = (decided_by is not null)),
  constraint change_withdrawn_by_proposer check (state <> 'withdrawn' or decided_by = proposed_by),
  constraint change_needs_two check (state <> 'applied' or to_status = 'suspended'
    or to_status <> 'closing' and from_status not in ('suspended', 'locked', 'closing')),
  check ((state in ('applied', 'approved')) = (transition_seq is not null)),
  check ((to_status = 'closing') = (notice_ends_at is not null)),
  check (to_status <> 'closing' or legal_basis is not null)
);
create unique index change_open on status_change.change (customer_id) where state = 'proposed';
create index change_of_customer on status_change.change (customer_id, proposed_at desc);

-- Support and payment operations restrict; compliance and the money-laundering reporting officer lift as well.
update role.permission set level = 'view' where area = 'account_status' and change_id is null
  and role in ('support', 'payment_operations');
insert into role.permission (role, area, level, effective_from) values
  ('support', 'account_restriction', 'act', '2020-01-01T00:00:00Z'),
  ('payment_operations', 'account_restriction', 'act', '2020-01-01T00:00:00Z'),
  ('compliance', 'account_restriction', 'act', '2020-01-01T00:00:00Z'),
  ('mlro', 'account_restriction', 'act', '2020-01-01T00:00:00Z'),
  ('auditor', 'account_restriction', 'view', '2020-01-01T00:00:00Z');
