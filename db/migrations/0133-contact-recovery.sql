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
