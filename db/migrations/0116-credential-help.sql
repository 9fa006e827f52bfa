-- Help with credentials goes to a channel of the person, never to staff; a new PIN after a reset needs another proof.

alter table session.password
  -- The password before a one-time password: neither can be chosen again.
  add column replaced_hash text,
  -- What the last reset came through. A code for a new PIN goes to the other one.
  add column reset_channel text check (reset_channel in ('email', 'phone'));
update session.password p set reset_channel = 'email'
where exists (select from recovery.request r where r.user_id = p.user_id and r.used_at is not null);

-- Proofs for a new PIN count apart from logins.
alter table session.login_throttle drop constraint login_throttle_subject;
alter table session.login_throttle add constraint login_throttle_subject
  check (subject ~ '^(address:.+|(person|staff|pin):[0-9a-f-]{36}|name:[0-9a-f]{64})$');

alter table recovery.request
  add column channel text not null default 'email' check (channel in ('email', 'phone')),
  -- Of the request of staff that sent the link: a repeated one sends no second link.
  add column help_key text;
create unique index request_of_help on recovery.request (user_id, help_key) where help_key is not null;

alter table customer.user
  -- When the person gave a code that went to this number.
  add column phone_confirmed_at timestamptz,
  add column phone_changed_at timestamptz,
  -- False: an inviter or staff gave the number, so a code to it proves nothing until the person confirms it.
  add column phone_is_own boolean not null default true;
update customer.user p set phone_is_own = false
where phone is not null and (
  exists (select from customer.membership m join invitation.link l on l.membership_id = m.id
    where m.user_id = p.id and l.phone = p.phone)
  or exists (select from platform.audit a where a.action = 'person.phone_corrected' and a.entity = 'person:' || p.id));

-- Codes for a new PIN.
create table pin.code (
  id            uuid primary key,
  user_id       uuid not null references customer.user,
  channel       text not null check (channel in ('email', 'phone')),
  code_hash     bytea not null,
  requested_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  wrong_tries   smallint not null default 0,
  used_at       timestamptz,
  voided_at     timestamptz
);
create index code_of_user on pin.code (user_id, requested_at);
create unique index code_open on pin.code (user_id) where used_at is null and voided_at is null;

-- Changes of a telephone number: confirmed by a code that went to the new number and one that went elsewhere.
create schema phone_change;
create table phone_change.request (
  id               uuid primary key,
  user_id          uuid not null references customer.user,
  old_phone        text,
  new_phone        text not null check (new_phone ~ '^\+[0-9]{7,15}$'),
  -- Where the other code went.
  channel          text not null check (channel in ('email', 'phone')),
  own_code_hash    bytea not null,
  new_code_hash    bytea not null,
  requested_at     timestamptz not null default now(),
  expires_at       timestamptz not null,
  wrong_tries      smallint not null default 0,
  used_at          timestamptz,
  voided_at        timestamptz
);
create index request_of_user on phone_change.request (user_id, requested_at);
create unique index request_open on phone_change.request (user_id) where used_at is null and voided_at is null;
