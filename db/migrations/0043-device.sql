-- Devices on which people sign in. A browser presents a random secret in a cookie, another client with its login.

create schema device;

-- One browser may serve several people, so each has a row of their own under its secret.
create table device.device (
  id            uuid primary key,
  user_id       uuid not null references customer.user,
  secret_hash   bytea not null,
  name          text not null check (name <> ''),
  platform      text,
  browser       text,
  first_seen_at timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  last_country  char(2),
  trusted_at    timestamptz,
  -- Null until the person says that a sign-in on a device that was new to them was theirs.
  confirmed_at  timestamptz,
  unique (user_id, secret_hash)
);
create index device_by_secret on device.device (secret_hash);
create index device_by_last_seen on device.device (last_seen_at);

-- Null for sessions from before devices were recorded. It stays when the device is removed: whoever has it set has used a
-- device before.
alter table session.session add column device_id uuid;
create index session_of_device on session.session (device_id) where device_id is not null;
create index session_with_device on session.session (user_id) where device_id is not null;
create index session_by_last_seen on session.session (last_seen_at) where ip is not null;

-- Since a person reported a sign-in that was not theirs: the password opens nothing until it is reset by e-mail.
alter table session.password add column reset_required_since timestamptz;
