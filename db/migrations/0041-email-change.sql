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
