-- Versions of the terms, and what people decided about them; registration of wallet customers.

create schema agreement;

-- The text is a file of the application (apps/api/src/customers/agreement/terms). Its hash is fixed here.
create table agreement.document (
  version        text primary key,
  document_hash  text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  effective_on   date not null unique
);

create trigger document_append_only before update or delete on agreement.document
  for each row execute function platform.refuse_change();

create table agreement.decision (
  id             uuid primary key,
  user_id        uuid not null references customer.user,
  version        text not null references agreement.document,
  document_hash  text not null,
  accepted       boolean not null,
  decided_at     timestamptz not null default now()
);
create unique index decision_accepted on agreement.decision (user_id, version) where accepted;
create trigger decision_append_only before update or delete on agreement.decision
  for each row execute function platform.refuse_change();

create function agreement.current_version() returns text language sql stable as $$
  select version from agreement.document
  where effective_on <= (now() at time zone 'Europe/London')::date order by effective_on desc limit 1
$$;

-- True until the user has accepted the version that applies today.
create function agreement.is_due(person uuid) returns boolean language sql stable as $$
  select not exists (
    select from agreement.decision where user_id = person and accepted and version = agreement.current_version())
$$;

insert into agreement.document values
  ('1.0', '7ef4e714e197e087cd09582df55d4357ad287ff603e0210a17b4c9abc885a827', '2024-01-15'),
  ('2.0', '103ba7b04e39c92d8132d70720f0b86a5f96845bed69906e93f7998061443ad8', '2025-06-01');

create schema registration;

-- One row per request, whether the address is known or not.
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
  -- Without a version, the customer is asked to accept the terms at the first login.
  terms_version  text,
  referrer_id    uuid references customer.customer,
  -- While a friend has not confirmed the address, who invited them may have the link sent again.
  reminders      smallint not null default 0 check (reminders between 0 and 2),
  reminded_at    timestamptz,
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
create index request_of_referrer on registration.request (referrer_id, requested_at) where referrer_id is not null;
