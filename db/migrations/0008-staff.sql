create schema staff;

-- Somebody who works here. Never a customer's person: nothing of the one opens anything of the other.
create table staff.member (
  id                 uuid primary key,
  username           text not null,
  email              text not null,
  name               text not null,
  role               text not null check (role in ('support', 'payment_operations', 'compliance', 'mlro', 'dealer', 'finance', 'settings', 'super', 'auditor')),
  status             text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  password_hash      text not null,
  -- Sealed with a key that is not in this database.
  totp_secret        bytea,
  totp_confirmed_at  timestamptz,
  -- The time step of the last code that was accepted: a code opens one login.
  last_totp_step     bigint,
  created_at         timestamptz not null default now(),
  check (totp_confirmed_at is null or totp_secret is not null)
);
create unique index member_username on staff.member (lower(username));
create unique index member_email on staff.member (lower(email));

-- As session.session, for the other side of the counter. While enrolling it shows the secret once and opens nothing else.
create table staff.session (
  id              uuid primary key,
  member_id       uuid not null references staff.member,
  kind            text not null check (kind in ('browser', 'client')),
  is_enrolling       boolean not null default false,
  secret_displayed_at timestamptz,
  token_hash      bytea not null unique,
  cookie_hash     bytea unique,
  created_at      timestamptz not null default now(),
  last_seen_at    timestamptz not null default now(),
  ended_at        timestamptz,
  end_reason   text,
  ip              inet,
  user_agent      text,
  check ((kind = 'browser') = (cookie_hash is not null)),
  check (secret_displayed_at is null or is_enrolling)
);
create index session_of_member on staff.session (member_id) where ended_at is null;

-- The staff's home page counts these, and they are few among all that was ever noted.
create index audit_contradicted on platform.audit (at) where action = 'payment.status_conflict';
