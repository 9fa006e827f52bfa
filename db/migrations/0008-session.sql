-- Sign-in of customers: passwords, sessions, throttling, captchas, download tokens.

create schema session;

create table session.password (
  user_id     uuid primary key references customer.user,
  hash        text not null,
  changed_at  timestamptz not null default now()
);

-- Browsers authenticate with cookie and header together, other clients with the header only.
create table session.session (
  id            uuid primary key,
  user_id       uuid not null references customer.user,
  kind          text not null check (kind in ('browser', 'client')),
  token_hash    bytea not null unique,
  cookie_hash   bytea unique,
  created_at    timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  ended_at      timestamptz,
  end_reason    text,
  ip            inet,
  user_agent    text,
  check ((kind = 'browser') = (cookie_hash is not null))
);
create index session_of_user on session.session (user_id) where ended_at is null;

-- Failures per account and per address. An attempt is counted before it is checked.
create table session.login_throttle (
  subject        text primary key,
  failures       int not null default 0,
  blocked_until  timestamptz,
  last_at        timestamptz not null default now(),
  constraint login_throttle_subject check (subject ~ '^(address:.+|(person|staff):[0-9a-f-]{36}|name:[0-9a-f]{64})$')
);
create index login_throttle_by_time on session.login_throttle (last_at);

-- A solved challenge allows one login.
create table session.solved_captcha (
  signature  text primary key,
  solved_at  timestamptz not null default now()
);
create index solved_captcha_sweep on session.solved_captcha (solved_at);

-- Opens one file, once. Session tokens must not appear in URLs, which logs and browser histories keep.
create table session.download_token (
  token_hash  bytea primary key,
  session_id  uuid not null references session.session,
  file        text not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null
);
create index download_token_expired on session.download_token (expires_at);
