-- Colleagues: a membership has a version for concurrent changes, and an invitation a link that works once.

alter table customer.membership add column version int not null default 1 check (version > 0);

create schema invitation;

-- One row per link. A link that is sent again replaces the one before it.
create table invitation.link (
  id             uuid primary key,
  membership_id  uuid not null references customer.membership,
  -- As the colleague who invites wrote them; the person gives their own name.
  name           text not null check (name <> ''),
  phone          text check (phone ~ '^\+[0-9]{7,15}$'),
  token_hash     bytea not null unique,
  sent_at        timestamptz not null default now(),
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  ended_by       text check (ended_by in ('accepted', 'declined', 'cancelled', 'replaced')),
  check (expires_at > sent_at),
  check ((ended_at is null) = (ended_by is null))
);
create unique index link_open on invitation.link (membership_id) where ended_at is null;
create index link_of_membership on invitation.link (membership_id, sent_at);
