-- Notes of staff about a customer, and what staff prepare for the people of a customer.

create schema customer_file;

-- Never changed: a mistake is followed by another note.
create table customer_file.note (
  id               uuid primary key,
  customer_id      uuid not null references customer.customer,
  -- How the customer needs to be served; shown first on every tab.
  is_support_need  boolean not null,
  is_confidential  boolean not null default false,
  body             text not null check (length(body) between 3 and 2000),
  written_by       uuid not null references staff.member,
  written_at       timestamptz not null default now(),
  constraint note_confidential_or_shown check (not (is_confidential and is_support_need))
);
create index note_of_customer on customer_file.note (customer_id, written_at desc);
comment on column customer_file.note.is_confidential is 'A suspicion, for example: only those who see sanctions alerts read it';

-- What staff prepare for the people of a customer and may not do alone: more rights, accounts or limits, and new people.
-- An owner approves it. Without a reachable owner a second member of staff agrees, and it takes effect a day later.
create schema access_request;

create table access_request.request (
  id               uuid primary key,
  customer_id      uuid not null references customer.customer,
  -- Null: a new person is invited.
  membership_id    uuid references customer.membership,
  -- Of the membership when the change was prepared. Another one makes the request void.
  version          int,
  -- The person, and all that they would have afterwards.
  content          jsonb not null,
  email            text not null check (email <> ''),
  -- Covers everything that is approved.
  digest           text not null check (digest ~ '^[0-9a-f]{64}$'),
  state            text not null default 'waiting'
    check (state in ('waiting', 'scheduled', 'approved', 'applied', 'refused', 'withdrawn', 'void', 'expired')),
  reason           text not null check (length(reason) between 10 and 500),
  prepared_by      uuid not null references staff.member,
  prepared_at      timestamptz not null default now(),
  expires_at       timestamptz not null,
  -- The second member of staff, and why no owner can be reached.
  agreed_by        uuid references staff.member,
  agreed_at        timestamptz,
  agreed_reason    text check (length(agreed_reason) between 10 and 500),
  takes_effect_at  timestamptz,
  -- The owner or the member of staff who ended it; null: time did.
  decided_by       uuid,
  decided_at       timestamptz,
  check ((membership_id is null) = (version is null)),
  constraint request_agreed check (num_nulls(agreed_by, agreed_at, agreed_reason, takes_effect_at) in (0, 4)),
  constraint request_by_two check (agreed_by <> prepared_by),
  constraint request_waits_a_day check (takes_effect_at >= agreed_at + interval '24 hours'),
  constraint request_scheduled_by_two check (state not in ('scheduled', 'applied') or agreed_by is not null),
  constraint request_applied_in_time check (state <> 'applied' or decided_at >= takes_effect_at),
  constraint request_decided check ((state in ('waiting', 'scheduled')) = (decided_at is null)),
  constraint request_approved_by_owner check (state not in ('approved', 'refused', 'withdrawn') or decided_by is not null)
);
create unique index request_open_of_member on access_request.request (membership_id) where state in ('waiting', 'scheduled');
create unique index request_open_of_invitee on access_request.request (customer_id, lower(email))
  where membership_id is null and state in ('waiting', 'scheduled');
create index request_of_customer on access_request.request (customer_id, prepared_at desc);
create index request_due on access_request.request (expires_at) where state in ('waiting', 'scheduled');
