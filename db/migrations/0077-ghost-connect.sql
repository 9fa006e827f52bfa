-- Staff who look at the account of a customer: consent of the customer, visits and their sessions.

create schema ghost_connect;

-- Six digits that the customer reads out, derived from the id and kept as a keyed hash only.
create table ghost_connect.consent (
  id            uuid primary key,
  customer_id   uuid not null,
  user_id       uuid not null,
  staff_id      uuid not null references staff.member,
  code_hash     bytea not null,
  requested_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  wrong_tries   smallint not null default 0,
  used_at       timestamptz,
  voided_at     timestamptz,
  foreign key (user_id, customer_id) references customer.membership (user_id, customer_id)
);
create unique index consent_open on ghost_connect.consent (user_id, customer_id) where used_at is null and voided_at is null;
create index consent_of_person on ghost_connect.consent (user_id, requested_at);

-- From the link on. Only the hash of the link's token is stored.
create table ghost_connect.visit (
  id                uuid primary key,
  customer_id       uuid not null,
  user_id           uuid not null,
  staff_id          uuid not null references staff.member,
  staff_role        text not null,
  staff_session_id  uuid not null references staff.session,
  basis             text not null check (basis in ('consent', 'role', 'break_glass')),
  mode              text not null check (mode in ('view', 'assist')),
  consent_id        uuid unique references ghost_connect.consent,
  ticket            text not null check (length(ticket) between 3 and 40),
  reason            text not null check (length(reason) between 10 and 500),
  -- Why neither consent nor the usual reason is enough.
  break_glass_reason  text check (length(break_glass_reason) between 10 and 500),
  token_hash        bytea not null unique,
  created_at        timestamptz not null default now(),
  link_expires_at   timestamptz not null,
  opened_at         timestamptz,
  ends_at           timestamptz,
  ended_at          timestamptz,
  end_reason        text,
  foreign key (user_id, customer_id) references customer.membership (user_id, customer_id),
  constraint visit_with_consent check ((basis = 'consent') = (consent_id is not null)),
  constraint visit_with_own_reason check ((basis = 'break_glass') = (break_glass_reason is not null)),
  constraint visit_without_consent_only_looks check (basis = 'consent' or mode = 'view'),
  constraint visit_is_short check (link_expires_at <= created_at + interval '60 seconds' and ends_at <= opened_at + interval '30 minutes'),
  check ((opened_at is null) = (ends_at is null)),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is null or opened_at is not null)
);
create index visit_of_customer on ghost_connect.visit (customer_id, opened_at desc) where opened_at is not null;
-- One at a time: the browser has one cookie of a customer.
create unique index visit_open on ghost_connect.visit (staff_id) where opened_at is not null and ended_at is null;

-- A session of staff. It has no device, and no idle time: it ends with the visit.
alter table session.session add column visit_id uuid unique references ghost_connect.visit;
alter table session.session add constraint session_of_visit_without_device check (visit_id is null or device_id is null);

-- Who looks is a level of its own now, so that view stays what an auditor has: the list of visits.
update role.permission set level = 'act'
  where area = 'connect_as_customer' and role in ('payment_operations', 'compliance') and level = 'view';
insert into role.permission (role, area, level, effective_from) values
  ('payment_operations', 'connect_without_consent', 'act', '2020-01-01T00:00:00Z'),
  ('compliance', 'connect_without_consent', 'act', '2020-01-01T00:00:00Z'),
  ('support', 'assist_customer', 'act', '2020-01-01T00:00:00Z');
