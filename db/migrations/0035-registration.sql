-- Registration of wallet customers: one row per request, whether the address is known or not.

create schema registration;

create table registration.request (
  -- Part of the link, so it is random.
  id             uuid primary key,
  email          text not null,
  -- Set if somebody has this address already. Such a request cannot be confirmed.
  known_user_id  uuid references customer.user,
  token_hash     bytea not null unique,
  name           text not null,
  latin_name     text,
  date_of_birth  date not null,
  country        char(2) not null,
  phone          text not null check (phone ~ '^\+[0-9]{7,15}$'),
  password_hash  text not null,
  notify_news    boolean not null,
  terms_version  text not null,
  referrer_id    uuid references customer.customer,
  requested_at   timestamptz not null default now(),
  expires_at     timestamptz not null,
  voided_at      timestamptz,
  confirmed_at   timestamptz,
  customer_id    uuid references customer.customer,
  check ((confirmed_at is null) = (customer_id is null)),
  check (known_user_id is null or confirmed_at is null)
);
create index request_of_email on registration.request (lower(email), requested_at);
create index request_by_time on registration.request (requested_at);

-- Who invited whom. The reward follows from later steps.
create table registration.referral (
  customer_id    uuid primary key references customer.customer,
  referrer_id    uuid not null references customer.customer,
  state          text not null check (state in ('registered', 'not_eligible')),
  reason         text check (reason in ('self_referral')),
  complete_by    date not null,
  registered_at  timestamptz not null default now(),
  check ((state = 'not_eligible') = (reason is not null)),
  check (referrer_id <> customer_id)
);
create index referral_of_referrer on registration.referral (referrer_id, registered_at);

-- What both get, and for what. The latest row applies.
create table registration.referral_offer (
  starts_on       date primary key,
  currency        char(3) not null,
  reward_minor    bigint not null check (reward_minor > 0),
  exchange_minor  bigint not null check (exchange_minor > 0),
  free_transfers  int not null check (free_transfers >= 0),
  deadline_days   int not null check (deadline_days > 0)
);
insert into registration.referral_offer values ('2025-01-01', 'GBP', 5000, 10000, 3, 90);
