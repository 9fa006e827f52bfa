create schema accounting;

-- What a ledger operation meant in the customer's words; the ledger itself knows no payment.
create table accounting.narrative (
  operation_id          uuid primary key,
  kind                  text not null,
  reference             text not null check (reference ~ '^[A-Z0-9]{4,16}$'),
  counterparty          text,
  counterparty_account  text,
  description           text not null,
  payee_reference       text,
  payment_id            uuid
);
create index narrative_of_payment on accounting.narrative (payment_id);
create trigger narrative_append_only before update or delete on accounting.narrative for each row execute function platform.refuse_change();

create schema bank_account;

create table bank_account.account (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  bankholder_id      text not null unique check (bankholder_id ~ '^[0-9]{6,10}$'),
  cardholder_id      text not null,
  holder             text not null,
  currency           char(3) not null,
  ledger_account_id  bigint not null unique,
  status             text not null default 'active' check (status in ('active', 'frozen', 'closed')),
  vendor_type        text not null default 'other' check (vendor_type in ('ifx', 'other')),
  account_number     text check (account_number ~ '^[0-9]{8}$'),
  sort_code          text check (sort_code ~ '^[0-9]{6}$'),
  iban               text,
  bic                text,
  correspondent      text,
  sepa_reference     text,
  card_last4         char(4),
  opened_at          timestamptz not null default now(),
  unique (sort_code, account_number)
);
create index account_of_customer on bank_account.account (customer_id);

create schema wallet;

create table wallet.wallet (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  bankholder_id      text not null unique,
  currency           char(3) not null,
  name               text not null,
  ledger_account_id  bigint not null unique,
  status             text not null default 'active' check (status in ('active', 'closing', 'closed')),
  opened_at          timestamptz not null default now(),
  unique (customer_id, currency)
);

create schema payee;

-- The answer of the payee's bank, as it was shown: evidence for later.
create table payee.name_check (
  id              uuid primary key,
  customer_id     uuid not null references customer.customer,
  user_id       uuid not null references customer.user,
  scheme          text not null check (scheme in ('cop', 'vop', 'none')),
  result          text not null,
  code            text not null,
  actual_name     text,
  partner_check_id   text,
  name            text not null,
  entity_type     text not null,
  sort_code       text not null,
  account_number  text not null,
  requested_at        timestamptz not null default now(),
  expires_at      timestamptz not null
);
create index name_check_of_person on payee.name_check (user_id, requested_at);
create trigger name_check_append_only before update or delete on payee.name_check for each row execute function platform.refuse_change();

create table payee.payee (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  version            int not null default 1,
  type               text not null check (type in ('gbp')),
  currency           char(3) not null,
  entity_type        text not null check (entity_type in ('individual', 'company')),
  name               text not null,
  nickname           text,
  sort_code          text not null,
  account_number     text not null,
  default_reference  text,
  favourite          boolean not null default false,
  status             text not null check (status in ('pending', 'approved', 'reject', 'disabled')),
  reason             text,
  name_check_id      uuid references payee.name_check,
  created_by         uuid not null references customer.user,
  created_at         timestamptz not null default now(),
  last_paid_at       timestamptz,
  deleted_at         timestamptz
);
create unique index payee_once on payee.payee (customer_id, sort_code, account_number) where deleted_at is null;

-- Every state a payee was ever in; a payment names the version it was approved for.
create table payee.version (
  payee_id    uuid not null references payee.payee,
  version     int not null,
  details     jsonb not null,
  changed_by  uuid not null,
  changed_at  timestamptz not null default now(),
  primary key (payee_id, version)
);
create trigger version_append_only before update or delete on payee.version for each row execute function platform.refuse_change();
