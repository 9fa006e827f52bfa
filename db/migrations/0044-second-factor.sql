-- Second factors of people: passkeys, an authenticator app and recovery codes, and the challenges that they answer.

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
