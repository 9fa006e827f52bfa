-- Bank accounts, wallets, and the narrative shown for each ledger operation.

create schema accounting;

-- The bank that holds the customers' money. Account codes contain its name, so it does not change.
create table accounting.partner_bank (
  name     text primary key check (name ~ '^[a-z0-9-]+$'),
  is_only  boolean not null default true unique check (is_only)
);
create trigger partner_bank_append_only before update or delete on accounting.partner_bank
  for each row execute function platform.refuse_change();

-- What a ledger operation means to the customer. The ledger itself does not know payments.
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
create trigger narrative_append_only before update or delete on accounting.narrative
  for each row execute function platform.refuse_change();

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
