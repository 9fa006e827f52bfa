-- A way back for a person who lost the second factor and the recovery codes: pictures that staff compare with the identity
-- check, and a day in which the owner can stop it.

create schema factor_reset;

create table factor_reset.request (
  id              uuid primary key,
  user_id         uuid not null references customer.user,
  -- Whose identity check the pictures are compared with.
  customer_id     uuid not null references customer.customer,
  state           text not null default 'requested'
    check (state in ('requested', 'submitted', 'approved', 'applied', 'refused', 'cancelled', 'expired')),
  requested_at    timestamptz not null default now(),
  submitted_at    timestamptz,
  -- Until when the links open it. A request that is neither submitted nor decided by then expires.
  expires_at      timestamptz not null,
  decided_by      uuid references staff.member,
  decided_at      timestamptz,
  -- What only staff read.
  note            text check (length(note) between 1 and 500),
  refusal_reason  text check (refusal_reason in ('unreadable', 'not_proven', 'not_requested')),
  -- When the second factors are removed.
  applies_at      timestamptz,
  cancelled_by    text check (cancelled_by in ('link', 'session', 'factor')),
  ended_at        timestamptz,
  constraint request_decided check (num_nulls(decided_by, decided_at, note) in (0, 3)),
  constraint request_waits_a_day check (applies_at >= decided_at + interval '24 hours'),
  constraint request_approved_on_pictures
    check (state not in ('approved', 'applied') or num_nulls(submitted_at, decided_by, applies_at) = 0),
  constraint request_applied_in_time check (state <> 'applied' or ended_at >= applies_at),
  constraint request_refused_for_a_reason check ((state = 'refused') = (refusal_reason is not null)),
  constraint request_refused_by_staff check (state <> 'refused' or decided_by is not null),
  constraint request_cancelled check ((state = 'cancelled') = (cancelled_by is not null)),
  constraint request_ended check ((state in ('requested', 'submitted', 'approved')) = (ended_at is null))
);
create unique index request_open on factor_reset.request (user_id) where state in ('requested', 'submitted', 'approved');
create index request_of_user on factor_reset.request (user_id, requested_at);
create index request_of_customer on factor_reset.request (customer_id, requested_at);
create index request_expiring on factor_reset.request (expires_at) where state in ('requested', 'submitted');
create index request_due on factor_reset.request (applies_at) where state = 'approved';

create trigger state_transition before update of state on factor_reset.request
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'factor_reset.request', from_state, unnest(to_states) from (values
  ('requested', '{submitted,refused,cancelled,expired}'::text[]),
  ('submitted', '{approved,refused,cancelled,expired}'),
  ('approved', '{applied,refused,cancelled}')
) as allowed (from_state, to_states);

create table factor_reset.transition (
  request_id  uuid not null references factor_reset.request,
  seq         smallint not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, seq)
);
create trigger transition_append_only before update or delete on factor_reset.transition
  for each row execute function platform.refuse_change();

-- The links that were mailed. Their codes are kept nowhere.
create table factor_reset.link (
  id          uuid primary key,
  request_id  uuid not null references factor_reset.request,
  code_hash   bytea not null,
  sent_at     timestamptz not null default now()
);
create index link_of_request on factor_reset.link (request_id, sent_at);

create table factor_reset.document (
  document_id  uuid primary key references document.document,
  request_id   uuid not null references factor_reset.request,
  item         text not null check (item in ('identity_document', 'selfie'))
);
create index document_of_request on factor_reset.document (request_id);
