-- Bank accounts, wallets, the accounts of the firm itself, and the narrative shown for each ledger operation.

create schema accounting;

-- The bank that holds the customers' money. Account codes contain its name, so it does not change.
create table accounting.partner_bank (
  name     text primary key check (name ~ '^[a-z0-9-]+$'),
  is_only  boolean not null default true unique check (is_only)
);
create trigger partner_bank_append_only before update or delete on accounting.partner_bank
  for each row execute function platform.refuse_change();
insert into accounting.partner_bank (name) values ('partner-bank');

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

-- Accounts at the partner bank on which the firm itself is paid, such as by the card processor, and the account of the
-- chart that such a payment lowers.
create table accounting.receiving_account (
  iban      text primary key,
  currency  char(3) not null,
  code      text not null
);
insert into accounting.receiving_account (iban, currency, code) values
  ('GB84LARK04062141904481', 'GBP', 'card-processor:GBP'),
  ('GB83LARK04062141904499', 'EUR', 'card-processor:EUR'),
  ('GB61LARK04062141904507', 'USD', 'card-processor:USD'),
  ('GB39LARK04062141904515', 'THB', 'card-processor:THB');

create schema bank_account;

create table bank_account.account (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  bankholder_id      text not null unique check (bankholder_id ~ '^[0-9]{6,10}$'),
  cardholder_id      text not null,
  holder             text not null,
  currency           char(3) not null,
  -- A wallet holds its money on an account of product `wallet`, so whatever pays, orders or limits by account knows it too.
  -- An upgrade turns that account into one of product `bank`: same id, same ledger account.
  product            text not null default 'bank' check (product in ('bank', 'wallet')),
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
  unique (sort_code, account_number),
  constraint account_with_ledger unique (bankholder_id, ledger_account_id)
);
create index account_of_customer on bank_account.account (customer_id);
create unique index account_of_reference on bank_account.account (sepa_reference, currency) where product = 'wallet';
create index account_number_alone on bank_account.account (account_number) where account_number is not null;
create index account_iban on bank_account.account (iban) where iban is not null;
create index account_card on bank_account.account (card_last4) where card_last4 is not null;

-- Transfers to wallets arrive on one account per currency; the reference says whose money it is.
create table bank_account.shared_account (
  currency        char(3) primary key,
  sort_code       text check (sort_code ~ '^[0-9]{6}$'),
  account_number  text check (account_number ~ '^[0-9]{8}$'),
  iban            text not null unique,
  bic             text not null,
  correspondent   text
);
insert into bank_account.shared_account (currency, sort_code, account_number, iban, bic, correspondent) values
  ('GBP', '040621', '41903362', 'GB33LARK04062141903362', 'LARKGB2L', null),
  ('EUR', null, null, 'GB86LARK04062141903378', 'LARKGB2L', null),
  ('THB', null, null, 'GB48LARK04062141903383', 'LARKGB2L', 'SANDTHBK'),
  ('USD', null, null, 'GB04LARK04062141903399', 'LARKGB2L', 'SANDUS33');

create schema wallet;

create table wallet.wallet (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  bankholder_id      text not null unique,
  currency           char(3) not null,
  name               text not null constraint wallet_name_length check (char_length(name) between 1 and 40),
  ledger_account_id  bigint not null unique,
  status             text not null default 'active' check (status in ('active', 'closing', 'closed')),
  is_default         boolean not null default false,
  opened_at          timestamptz not null default now(),
  unique (customer_id, currency),
  constraint wallet_on_account foreign key (bankholder_id, ledger_account_id)
    references bank_account.account (bankholder_id, ledger_account_id)
);
create unique index wallet_default on wallet.wallet (customer_id) where is_default;
