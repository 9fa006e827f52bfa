-- Recovery of a forgotten password: one row per request, known or not, so that both take the same work.

create schema recovery;

create table recovery.request (
  id            uuid primary key,
  user_id       uuid references customer.user,
  token_hash    bytea not null unique,
  requested_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  used_at       timestamptz,
  voided_at     timestamptz,
  check (used_at is null or user_id is not null)
);
create index request_of_user on recovery.request (user_id, requested_at);
create index request_by_time on recovery.request (requested_at);
