-- Members of staff and their sessions.

create schema staff;

-- Staff are separate from customer users: credentials of one never work for the other.
create table staff.member (
  id                 uuid primary key,
  username           text not null,
  email              text not null,
  name               text not null,
  role               text not null
    check (role in
      ('support', 'payment_operations', 'compliance', 'mlro', 'dealer', 'finance', 'settings', 'super', 'auditor')),
  status             text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  password_hash      text not null,
  -- Encrypted with a key that is not in this database.
  totp_secret        bytea,
  totp_confirmed_at  timestamptz,
  -- Time step of the last accepted code: a code works once.
  last_totp_step     bigint,
  created_at         timestamptz not null default now(),
  check (totp_confirmed_at is null or totp_secret is not null)
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
