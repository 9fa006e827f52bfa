-- Sign-in of people: passwords, devices, sessions, throttling, captchas, download tokens.

create schema session;

create table session.password (
  user_id               uuid primary key references customer.user,
  hash                  text not null,
  changed_at            timestamptz not null default now(),
  -- The idempotency key of the last change, because the repeated request would name a password that is no longer valid.
  change_key            uuid,
  -- Since a person reported a sign-in that was not theirs: the password opens nothing until it is reset by e-mail.
  reset_required_since  timestamptz,
  -- A password that staff gave a person, to choose an own one with. It opens no session.
  one_time_until        timestamptz,
  -- The password before a one-time password: neither can be chosen again.
  replaced_hash         text,
  -- What the last reset came through. A code for a new PIN goes to the other one.
  reset_channel         text check (reset_channel in ('email', 'phone'))
);

-- Devices on which people sign in. A browser presents a random secret in a cookie, another client with its login.
create schema device;

-- One browser may serve several people, so each has a row of their own under its secret.
create table device.device (
  id             uuid primary key,
  user_id        uuid not null references customer.user,
  secret_hash    bytea not null,
  name           text not null check (name <> ''),
  platform       text,
  browser        text,
  first_seen_at  timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  last_country   char(2),
  trusted_at     timestamptz,
  -- Null until the person says that a sign-in on a device that was new to them was theirs.
  confirmed_at   timestamptz,
  unique (user_id, secret_hash)
);
create index device_by_secret on device.device (secret_hash);
create index device_by_last_seen on device.device (last_seen_at);

-- Browsers authenticate with cookie and header together, other clients with the header only.
create table session.session (
  id            uuid primary key,
  user_id       uuid not null references customer.user,
  customer_id   uuid not null,
  -- It stays when the device is removed: whoever has it set has used a device before.
  device_id     uuid,
  -- A session of staff. It has no device, and no idle time: it ends with the visit.
  visit_id      uuid unique references ghost_connect.visit,
  kind          text not null check (kind in ('browser', 'client')),
  token_hash    bytea not null unique,
  cookie_hash   bytea unique,
  created_at    timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  ended_at      timestamptz,
  end_reason    text,
  ip            inet,
  user_agent    text,
  foreign key (user_id, customer_id) references customer.membership (user_id, customer_id),
  check ((kind = 'browser') = (cookie_hash is not null)),
  constraint session_of_visit_without_device check (visit_id is null or device_id is null)
);
create index session_of_user on session.session (user_id) where ended_at is null;
create index session_of_customer on session.session (user_id, customer_id) where ended_at is null;
create index session_of_device on session.session (device_id) where device_id is not null;
create index session_with_device on session.session (user_id) where device_id is not null;
create index session_by_last_seen on session.session (last_seen_at) where ip is not null;

-- Failures per account and per address; proofs for a new PIN count apart from logins. An attempt is counted before it is
-- checked.
create table session.login_throttle (
  subject        text primary key,
  failures       int not null default 0,
  blocked_until  timestamptz,
  last_at        timestamptz not null default now(),
  constraint login_throttle_subject check (subject ~ '^(address:.+|(person|staff|pin):[0-9a-f-]{36}|name:[0-9a-f]{64})$')
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
