create schema upgrade;

-- How long a customer has to send what is missing, how long a review may take, and the bank. A later row wins from its date on.
create table upgrade.setting (
  effective_from  timestamptz primary key,
  kyc_gap_days        int not null check (kyc_gap_days between 1 and 365),
  review_days     int not null check (review_days between 1 and 90),
  account_opening_hours   int not null check (account_opening_hours between 1 and 240)
);
insert into upgrade.setting values ('2020-01-01T00:00:00Z', 60, 5, 24);

-- A wallet customer who wants to become a Plus customer: one open request at a time.
create table upgrade.request (
  id           uuid primary key,
  reference    text not null unique,
  customer_id  uuid not null references customer.customer,
  user_id    uuid not null references customer.user,
  state        text not null check (state in ('requested', 'kyc_gap', 'reviewing', 'opening_accounts', 'done', 'refused')),
  -- Why somebody of the staff has to look at it; their customer is not told.
  concerns     text[] not null default '{}',
  cleared_by   uuid references staff.member,
  reason       text,
  -- Until when the state that it is in lasts at most.
  deadline_at  timestamptz,
  created_at   timestamptz not null default now(),
  check ((state = 'refused') = (reason is not null)),
  check ((state in ('done', 'refused')) = (deadline_at is null))
);
create unique index request_open on upgrade.request (customer_id) where state not in ('done', 'refused');
create index request_of_customer on upgrade.request (customer_id, created_at desc);
create index request_under_way on upgrade.request (created_at) where state not in ('done', 'refused');

-- The life of a request, and who moved it.
create table upgrade.transition (
  request_id  uuid not null references upgrade.request,
  seq         int not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, seq)
);
create trigger transition_append_only before update or delete on upgrade.transition for each row execute function platform.refuse_change();

-- What the bank is asked to open, one order for each currency, and what it answered.
create table upgrade.account_order (
  order_id        uuid primary key,
  request_id      uuid not null references upgrade.request,
  currency        char(3) not null,
  sort_code       text,
  account_number  text,
  iban            text,
  bic             text,
  correspondent   text,
  responded_at     timestamptz,
  unique (request_id, currency)
);

insert into payment.service_availability (key, is_on) values ('wallet.upgrade', true);
