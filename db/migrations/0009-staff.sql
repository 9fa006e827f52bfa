-- Members of staff, how they sign in, and changes to their accounts that take two people.

create schema staff;

-- Staff are separate from customer users: credentials of one never work for the other.
create table staff.member (
  id                  uuid primary key,
  username            text not null,
  email               text not null,
  name                text not null,
  role                text not null
    check (role in
      ('support', 'payment_operations', 'compliance', 'mlro', 'dealer', 'finance', 'settings', 'super', 'auditor')),
  -- Invited: the person has a link and no password yet.
  status              text not null default 'active' check (status in ('invited', 'active', 'suspended', 'removed')),
  password_hash       text,
  -- Encrypted with a key that is not in this database.
  totp_secret         bytea,
  totp_confirmed_at   timestamptz,
  -- Time step of the last accepted code: a code works once.
  last_totp_step      bigint,
  -- The secret of the next app: it replaces totp_secret with its first code.
  next_totp_secret    bytea,
  next_totp_begun_at  timestamptz,
  created_at          timestamptz not null default now(),
  check (totp_confirmed_at is null or totp_secret is not null),
  check ((next_totp_secret is null) = (next_totp_begun_at is null)),
  constraint member_active_with_password check (status in ('invited', 'removed') or password_hash is not null)
);
create unique index member_username on staff.member (lower(username));
create unique index member_email on staff.member (lower(email));

-- Like session.session, for staff. While enrolling, the session shows the TOTP secret once and allows nothing else.
create table staff.session (
  id                   uuid primary key,
  member_id            uuid not null references staff.member,
  kind                 text not null check (kind in ('browser', 'client')),
  is_enrolling         boolean not null default false,
  secret_displayed_at  timestamptz,
  token_hash           bytea not null unique,
  cookie_hash          bytea unique,
  created_at           timestamptz not null default now(),
  last_seen_at         timestamptz not null default now(),
  ended_at             timestamptz,
  end_reason           text,
  ip                   inet,
  user_agent           text,
  check ((kind = 'browser') = (cookie_hash is not null)),
  check (secret_displayed_at is null or is_enrolling)
);
create index session_of_member on staff.session (member_id) where ended_at is null;

-- The columns are those of second_factor.passkey, so that both share their queries.
create table staff.passkey (
  id             uuid primary key,
  member_id      uuid not null references staff.member,
  credential_id  text not null unique,
  public_key     bytea not null,
  counter        bigint not null check (counter >= 0),
  transports     text[] not null,
  -- Whether the passkey is synchronised between devices.
  is_backed_up   boolean not null,
  name           text not null check (length(name) between 1 and 60),
  created_at     timestamptz not null default now(),
  last_used_at   timestamptz
);
create index passkey_of_member on staff.passkey (member_id);

-- A right password whose passkey is still missing.
create table staff.login_attempt (
  id          uuid primary key,
  token_hash  bytea not null unique,
  member_id   uuid not null references staff.member,
  expires_at  timestamptz not null,
  used_at     timestamptz
);

create table staff.challenge (
  challenge         text primary key,
  member_id         uuid not null references staff.member,
  session_id        uuid references staff.session,
  login_attempt_id  uuid references staff.login_attempt on delete cascade,
  -- What the answer may be used for: adding a passkey, logging in, or one exact operation.
  purpose_hash      bytea not null,
  expires_at        timestamptz not null,
  used_at           timestamptz,
  check (num_nonnulls(session_id, login_attempt_id) = 1)
);
create index challenge_of_member on staff.challenge (member_id);

-- A new account, another role or the end of a suspension: proposed by one member of staff, decided by another, who is not
-- the person concerned.
create table staff.member_change (
  id             uuid primary key,
  kind           text not null check (kind in ('invite', 'role', 'reinstate')),
  -- Of an invitation: the account that its approval creates.
  member_id      uuid not null,
  role           text not null check (role in
    ('support', 'payment_operations', 'compliance', 'mlro', 'dealer', 'finance', 'settings', 'super', 'auditor')),
  name           text not null,
  username       text,
  email          text,
  reason         text not null check (length(reason) between 10 and 500),
  state          text not null check (state in ('proposed', 'approved', 'refused')),
  -- Null for the first account, which the operator creates on the server.
  proposed_by    uuid references staff.member,
  proposed_at    timestamptz not null default now(),
  decided_by     uuid references staff.member,
  decided_at     timestamptz,
  decision_note  text,
  constraint member_change_by_two check (decided_by <> proposed_by and proposed_by <> member_id and decided_by <> member_id),
  check ((kind = 'invite') = (username is not null) and (kind = 'invite') = (email is not null)),
  check ((state = 'proposed') = (decided_at is null))
);
create unique index member_change_open on staff.member_change (member_id) where state = 'proposed';

-- A link to the first password. Ended by its use, by a suspension and by a newer link.
create table staff.invitation (
  id          uuid primary key,
  member_id   uuid not null references staff.member,
  token_hash  bytea not null unique,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  ended_at    timestamptz
);
create index invitation_open on staff.invitation (member_id) where ended_at is null;
