-- Closing of an account by its owner: the request, what stands in its way, and the erasure of personal data afterwards.

create schema closure;

create table closure.setting (
  effective_from  timestamptz primary key,
  -- Days between the request and the closing, in which it can be withdrawn.
  grace_days      int not null check (grace_days between 1 and 90),
  -- Days for the customer to clear what stands in the way of the request.
  clearing_days   int not null check (clearing_days between 1 and 365),
  change_id       uuid references platform.setting_change
);
insert into closure.setting (effective_from, grace_days, clearing_days) values ('2025-01-01', 14, 30);

create table closure.request (
  id             uuid primary key,
  reference      text not null unique,
  customer_id    uuid not null references customer.customer,
  user_id        uuid not null references customer.user,
  request_key    uuid not null,
  state          text not null check (state in ('blocked', 'closing', 'closed', 'erased_partially', 'erased', 'withdrawn')),
  reason         text not null check (reason in ('not_needed', 'fees', 'moved', 'service', 'other')),
  -- The account of the customer elsewhere that the rest goes to. Its currency may be exchanged into while closing.
  exit_payee_id  uuid references payee.payee,
  -- When a blocked request lapses, or a closing account closes.
  deadline_at    timestamptz not null,
  created_at     timestamptz not null default now(),
  closed_at      timestamptz,
  check ((state in ('closed', 'erased_partially', 'erased')) = (closed_at is not null))
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
