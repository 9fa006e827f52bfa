-- PINs of customers: confirmation of sensitive actions, one-time authorisations, limits after a new PIN.

create schema pin;

create table pin.pin (
  user_id         uuid primary key references customer.user,
  hash            text not null,
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

-- The most one payment can take in the day after a PIN reset, per currency. A currency without a row cannot be sent
-- then.
create table pin.cooling_limit (
  currency        char(3) not null,
  limit_minor     bigint not null check (limit_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);
