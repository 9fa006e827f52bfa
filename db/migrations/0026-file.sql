-- Opens one file, once: a token of the session has no business in an address, where logs and histories keep it.
create table session.download_token (
  token_hash  bytea primary key,
  session_id  uuid not null references session.session,
  file        text not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null
);
create index ticket_expired on session.download_token (expires_at);
