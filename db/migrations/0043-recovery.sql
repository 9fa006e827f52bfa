-- Lost passwords, mailboxes, phones and second factors, and changes of e-mail addresses and telephone numbers. Help with
-- credentials goes to a channel of the person, never to staff; a new PIN after a reset needs another proof.

-- Recovery of a forgotten password: one row per request, known or not, so that both take the same work.
create schema recovery;

create table recovery.request (
  id            uuid primary key,
  user_id       uuid references customer.user,
  token_hash    bytea not null unique,
  channel       text not null default 'email' check (channel in ('email', 'phone')),
  -- Of the request of staff that sent the link: a repeated one sends no second link.
  help_key      text,
  requested_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  used_at       timestamptz,
  voided_at     timestamptz,
  check (used_at is null or user_id is not null)
);
create index request_of_user on recovery.request (user_id, requested_at);
create index request_by_time on recovery.request (requested_at);
create unique index request_of_help on recovery.request (user_id, help_key) where help_key is not null;

-- Change of the e-mail address: confirmed by a code that went to the old address and one that went to the new.
create schema email_change;

create table email_change.request (
  id             uuid primary key,
  user_id        uuid not null references customer.user,
  old_email      text not null,
  new_email      text not null,
  -- Of somebody else: it gets a letter instead of a code, and the change cannot be confirmed.
  is_taken       boolean not null,
  old_code_hash  bytea not null,
  new_code_hash  bytea not null,
  requested_at   timestamptz not null default now(),
  expires_at     timestamptz not null,
  wrong_tries    smallint not null default 0,
  used_at        timestamptz,
  voided_at      timestamptz
);
create index request_of_user on email_change.request (user_id, requested_at);
create unique index request_open on email_change.request (user_id) where used_at is null and voided_at is null;

-- Changes of a telephone number: confirmed by a code that went to the new number and one that went elsewhere.
create schema phone_change;
create table phone_change.request (
  id             uuid primary key,
  user_id        uuid not null references customer.user,
  old_phone      text,
  new_phone      text not null check (new_phone ~ '^\+[0-9]{7,15}$'),
  -- Where the other code went.
  channel        text not null check (channel in ('email', 'phone')),
  own_code_hash  bytea not null,
  new_code_hash  bytea not null,
  requested_at   timestamptz not null default now(),
  expires_at     timestamptz not null,
  wrong_tries    smallint not null default 0,
  used_at        timestamptz,
  voided_at      timestamptz
);
create index request_of_user on phone_change.request (user_id, requested_at);
create unique index request_open on phone_change.request (user_id) where used_at is null and voided_at is null;

-- Help for a person who lost mailbox and phone: one member of staff prepares new contact details, a second one approves, and
-- 24 hours later the person confirms them. Every channel of the person is told, and the old mailbox can stop it.
create schema contact_recovery;

create table contact_recovery.request (
  id                  uuid primary key,
  user_id             uuid not null references customer.user,
  -- Empty once the person is erased, as all that says who it is.
  old_email           text not null,
  old_phone           text,
  new_email           text not null,
  new_phone           text check (new_phone ~ '^\+[0-9]{7,15}$'),
  -- Of somebody else: it gets a letter instead of a link, and nothing can be confirmed.
  is_taken            boolean not null,
  state               text not null default 'prepared'
    check (state in ('prepared', 'approved', 'confirming', 'confirmed', 'refused', 'withdrawn', 'stopped', 'lapsed')),
  -- How the person was identified.
  reason              text not null check (length(reason) between 10 and 500),
  prepared_by         uuid not null references staff.member,
  prepared_at         timestamptz not null default now(),
  -- The second member of staff, and what they checked.
  approved_by         uuid references staff.member,
  approved_at         timestamptz,
  approval_note       text check (length(approval_note) between 10 and 500),
  sent_at             timestamptz,
  -- When it lapses or, once approved, takes effect.
  deadline_at         timestamptz not null,
  stop_token_hash     bytea not null unique,
  confirm_token_hash  bytea unique,
  code_hash           bytea,
  wrong_tries         smallint not null default 0,
  -- The member of staff who ended it; null: the person or time did.
  ended_by            uuid references staff.member,
  ended_at            timestamptz,
  constraint request_approved check (num_nulls(approved_by, approved_at, approval_note) in (0, 3)),
  constraint request_by_two check (approved_by <> prepared_by),
  constraint request_waits_a_day check (sent_at >= approved_at + interval '24 hours'),
  constraint request_sent_when_approved check (sent_at is null or approved_at is not null),
  constraint request_approved_by_two check (state not in ('approved', 'confirming', 'confirmed') or approved_by is not null),
  constraint request_sent check (state not in ('confirming', 'confirmed') or num_nulls(sent_at, confirm_token_hash) = 0),
  constraint request_code_for_phone check (code_hash is null or new_phone is not null),
  constraint request_ended check ((state in ('prepared', 'approved', 'confirming')) = (ended_at is null)),
  constraint request_ended_by_staff check ((state in ('refused', 'withdrawn')) = (ended_by is not null)),
  constraint request_refused_by_second check (state <> 'refused' or ended_by <> prepared_by)
);
create unique index request_open on contact_recovery.request (user_id) where state in ('prepared', 'approved', 'confirming');
create index request_of_user on contact_recovery.request (user_id, prepared_at desc);
create index request_due on contact_recovery.request (deadline_at) where state in ('prepared', 'approved', 'confirming');

create trigger state_transition before update of state on contact_recovery.request
  for each row when (old.state <> new.state) execute function platform.require_transition();

create table contact_recovery.transition (
  request_id  uuid not null references contact_recovery.request,
  seq         int not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, seq)
);
create trigger transition_append_only before update or delete on contact_recovery.transition
  for each row execute function platform.refuse_change();

insert into platform.state_transition (table_name, from_state, to_state)
select 'contact_recovery.request', from_state, unnest(to_states) from (values
  ('prepared', '{approved,refused,withdrawn,stopped,lapsed}'::text[]),
  ('approved', '{confirming,withdrawn,stopped,lapsed}'),
  ('confirming', '{confirmed,withdrawn,stopped,lapsed}')
) as allowed (from_state, to_states);

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
