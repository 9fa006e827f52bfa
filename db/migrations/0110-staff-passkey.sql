-- Passkeys of staff beside the one-time code, and another authenticator app in place of the one in use.

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

-- The secret of the next app: it replaces totp_secret with its first code.
alter table staff.member
  add column next_totp_secret bytea,
  add column next_totp_begun_at timestamptz,
  add check ((next_totp_secret is null) = (next_totp_begun_at is null));
