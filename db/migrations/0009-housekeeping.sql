-- Notices between processes that are too long for NOTIFY; the socket adapter empties it.
create table platform.socket_attachment (
  id          bigserial primary key,
  created_at  timestamptz not null default now(),
  payload     bytea
);
create index solved_captcha_sweep on session.solved_captcha (solved_at);
