-- Upgrade of wallet customers to accounts.

create schema upgrade;

-- Days to complete KYC, days for a review, and hours for the bank to open accounts.
create table upgrade.setting (
  effective_from         timestamptz primary key,
  kyc_gap_days           int not null check (kyc_gap_days between 1 and 365),
  review_days            int not null check (review_days between 1 and 90),
  account_opening_hours  int not null check (account_opening_hours between 1 and 240),
  change_id              uuid references platform.setting_change
);
insert into upgrade.setting values ('2020-01-01T00:00:00Z', 60, 5, 24);

-- Upgrade of a wallet customer to Plus: one open request at a time.
create table upgrade.request (
  id           uuid primary key,
  reference    text not null unique,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  state        text not null
    check (state in ('requested', 'kyc_gap', 'reviewing', 'opening_accounts', 'done', 'refused')),
  -- Why staff must review the request; never shown to the customer.
  concerns     text[] not null default '{}',
  cleared_by   uuid references staff.member,
  reason       text,
  -- When the present state times out.
  deadline_at  timestamptz,
  created_at   timestamptz not null default now(),
  check ((state = 'refused') = (reason is not null)),
  check ((state in ('done', 'refused')) = (deadline_at is null))
);
create unique index request_open on upgrade.request (customer_id) where state not in ('done', 'refused');
create index request_of_customer on upgrade.request (customer_id, created_at desc);
create index request_unfinished on upgrade.request (created_at) where state not in ('done', 'refused');

create trigger state_transition before update of state on upgrade.request
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'upgrade.request', from_state, unnest(to_states) from (values
  ('requested', '{kyc_gap,reviewing,opening_accounts}'::text[]),
  ('kyc_gap', '{reviewing,opening_accounts,refused}'),
  ('reviewing', '{kyc_gap,opening_accounts,refused}'),
  ('opening_accounts', '{done,refused}')
) as allowed (from_state, to_states);

-- History of a request, with actors.
create table upgrade.transition (
  request_id  uuid not null references upgrade.request,
  seq         int not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, seq)
);
create trigger transition_append_only before update or delete on upgrade.transition
  for each row execute function platform.refuse_change();

-- Account openings requested from the bank, one per currency, and the answers.
create table upgrade.account_order (
  order_id        uuid primary key,
  request_id      uuid not null references upgrade.request,
  currency        char(3) not null,
  sort_code       text,
  account_number  text,
  iban            text,
  bic             text,
  correspondent   text,
  responded_at    timestamptz,
  unique (request_id, currency)
);
