-- PINs and second factors of people: confirmation of sensitive actions, one-time authorisations, limits after a new PIN;
-- passkeys, an authenticator app, recovery codes, and the challenges that they answer.

create schema pin;

create table pin.pin (
  user_id         uuid primary key references customer.user,
  hash            text not null,
  -- Hashes of the two PINs before the present one: none of the last three can be chosen again.
  past_hashes     text[] not null default '{}' check (cardinality(past_hashes) <= 2),
  pepper_version  smallint not null,
  failures        smallint not null default 0 check (failures between 0 and 5),
  created_at      timestamptz not null default now(),
  changed_at      timestamptz not null default now(),
  reset_at        timestamptz
);

create table pin.authorisation (
  token_hash    bytea primary key,
  user_id       uuid not null references customer.user,
  session_id    uuid not null references session.session,
  purpose_hash  bytea not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  redeemed_at   timestamptz
);

create table pin.log (
  id          bigint generated always as identity primary key,
  user_id     uuid not null references customer.user,
  at          timestamptz not null default now(),
  source      text not null check (source in ('server', 'client')),
  action      text not null,
  result      text not null,
  session_id  uuid,
  ip          inet
);
create index log_of_user on pin.log (user_id, id);

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

-- The most one payment can take in the day after a PIN reset, per currency. A currency without a row cannot be sent
-- then.
create table pin.cooling_limit (
  currency        char(3) not null,
  limit_minor     bigint not null check (limit_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into pin.cooling_limit (currency, limit_minor, effective_from) values
  ('GBP', 25000, '2020-01-01T00:00:00Z'),
  ('EUR', 28000, '2020-01-01T00:00:00Z'),
  ('USD', 32000, '2020-01-01T00:00:00Z'),
  ('THB', 1100000, '2020-01-01T00:00:00Z'),
  ('JPY', 49000, '2020-01-01T00:00:00Z');

create schema second_factor;

create table second_factor.passkey (
  id             uuid primary key,
  user_id        uuid not null references customer.user,
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
create index passkey_of_user on second_factor.passkey (user_id);

create table second_factor.authenticator (
  user_id       uuid primary key references customer.user,
  id            uuid not null unique,
  secret        bytea not null,
  -- Of the last accepted code: a code works once.
  last_step     bigint,
  -- Null until the first code: only then it counts as a factor.
  confirmed_at  timestamptz,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);

create table second_factor.recovery_code (
  code_hash   bytea primary key,
  user_id     uuid not null references customer.user,
  created_at  timestamptz not null default now(),
  used_at     timestamptz
);
create index recovery_code_of_user on second_factor.recovery_code (user_id);

-- A right password whose second factor is still missing.
create table second_factor.login_attempt (
  id           uuid primary key,
  token_hash   bytea not null unique,
  user_id      uuid not null references customer.user,
  customer_id  uuid not null references customer.customer,
  expires_at   timestamptz not null,
  used_at      timestamptz
);

create table second_factor.challenge (
  challenge         text primary key,
  user_id           uuid not null references customer.user,
  session_id        uuid references session.session,
  login_attempt_id  uuid references second_factor.login_attempt on delete cascade,
  -- What the answer may be used for: adding a passkey, logging in, or one exact operation.
  purpose_hash      bytea not null,
  expires_at        timestamptz not null,
  used_at           timestamptz,
  check (num_nonnulls(session_id, login_attempt_id) = 1)
);
