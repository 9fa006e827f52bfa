-- Closing of an account by its owner: the request, what stands in its way, and the erasure of personal data afterwards.
-- Changes that staff make to the status of a customer's account.

create schema closure;

create table closure.setting (
  effective_from  timestamptz primary key,
  -- Days between the request and the closing, in which it can be withdrawn.
  grace_days      int not null check (grace_days between 1 and 90),
  -- Days for the customer to clear what stands in the way of the request.
  clearing_days   int not null check (clearing_days between 1 and 365),
  change_id       uuid references platform.setting_change
);
insert into closure.setting (effective_from, grace_days, clearing_days) values ('2025-01-01T00:00:00Z', 14, 30);

create table closure.request (
  id             uuid primary key,
  reference      text not null unique,
  customer_id    uuid not null references customer.customer,
  user_id        uuid not null references customer.user,
  -- We may end the contract as well: then the notice runs, and the customer cannot take it back.
  requested_by   text not null default 'customer' check (requested_by in ('customer', 'us')),
  request_key    uuid not null,
  state          text not null check (state in ('blocked', 'closing', 'closed', 'erased_partially', 'erased', 'withdrawn')),
  reason         text not null check (reason in ('not_needed', 'fees', 'moved', 'service', 'other', 'ended_by_us')),
  -- The account of the customer elsewhere that the rest goes to. Its currency may be exchanged into while closing.
  exit_payee_id  uuid references payee.payee,
  -- When a blocked request lapses, or a closing account closes.
  deadline_at    timestamptz not null,
  created_at     timestamptz not null default now(),
  closed_at      timestamptz,
  check ((state in ('closed', 'erased_partially', 'erased')) = (closed_at is not null)),
  check ((requested_by = 'us') = (reason = 'ended_by_us'))
);
create unique index request_open on closure.request (customer_id) where state <> 'withdrawn';
create unique index request_by_key on closure.request (customer_id, request_key);
create index request_unfinished on closure.request (deadline_at) where state in ('blocked', 'closing', 'closed', 'erased_partially');

create trigger state_transition before update of state on closure.request
  for each row when (old.state <> new.state) execute function platform.require_transition();

create table closure.transition (
  request_id  uuid not null references closure.request,
  seq         int not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, seq)
);
create trigger transition_append_only before update or delete on closure.transition
  for each row execute function platform.refuse_change();

insert into platform.state_transition (table_name, from_state, to_state)
select 'closure.request', from_state, unnest(to_states) from (values
  ('blocked', '{closing,withdrawn}'::text[]),
  ('closing', '{closed,withdrawn}'),
  ('closed', '{erased_partially}'),
  ('erased_partially', '{erased}')
) as allowed (from_state, to_states);

-- Reasons, what the customer reads, and the second person where one is needed (product.md B3). Restricting is an area of its
-- own, because more roles may restrict than may lift.
create schema status_change;

create table status_change.setting (
  effective_from  timestamptz primary key,
  -- Days of notice before we close an account, unless a legal exception allows fewer.
  notice_days     int not null check (notice_days between 1 and 365),
  -- Days after which staff look at a restriction or a suspension again.
  review_days     int not null check (review_days between 1 and 365),
  change_id       uuid references platform.setting_change
);
insert into status_change.setting (effective_from, notice_days, review_days) values ('2025-01-01T00:00:00Z', 90, 30);

create table status_change.change (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  from_status        text not null,
  to_status          text not null check (to_status in ('pending', 'active', 'restricted', 'suspended', 'dormant', 'closing')),
  reason_code        text not null check (reason_code ~ '^[a-z_]+$'),
  -- Null if the customer reads the text of the status alone.
  customer_message   text check (length(customer_message) between 10 and 500),
  internal_note      text not null check (length(internal_note) between 10 and 2000),
  legal_basis        text check (legal_basis ~ '^[a-z_]+$'),
  -- End of the notice of a closing.
  notice_ends_at     timestamptz,
  review_at          timestamptz,
  notifies_customer  boolean not null,
  -- Applied: by one person. The others need a second one.
  state              text not null check (state in ('applied', 'proposed', 'approved', 'refused', 'withdrawn', 'superseded')),
  proposed_by        uuid not null references staff.member,
  proposed_at        timestamptz not null default now(),
  decided_by         uuid references staff.member,
  decided_at         timestamptz,
  decision_note      text check (length(decision_note) between 10 and 2000),
  -- Its place in the history of the account.
  transition_seq     int,
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
