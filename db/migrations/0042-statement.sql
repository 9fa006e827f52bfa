-- Statements as files, monthly statements, and letters.

create schema statement;

-- Monthly statements. A person has one subscription per customer at most; it makes one export per month.
create table statement.subscription (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  -- Bank holder ids; null for all that the person may use, also those that are opened later.
  accounts     text[] check (cardinality(accounts) between 1 and 50),
  format       text not null check (format in ('pdf', 'csv', 'xlsx', 'json', 'ofx', 'qif', 'camt053', 'mt940')),
  layout       text not null check (layout in ('compact', 'flat')),
  preset       text,
  -- First day of the month that comes next, once it is over in London.
  next_month   date not null check (extract(day from next_month) = 1),
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  end_reason   text check (end_reason in ('unsubscribed', 'access_lost', 'account_status', 'no_open_account')),
  unique (customer_id, user_id),
  check ((ended_at is null) = (end_reason is null))
);
create index subscription_due on statement.subscription (next_month) where ended_at is null;

-- Each row is one request of a person: it decides what may be downloaded, and until when. Short ones are written while they
-- are downloaded; long ones are written in the background and kept until they expire.
create table statement.export (
  id               uuid primary key,
  customer_id      uuid not null references customer.customer,
  user_id          uuid not null references customer.user,
  -- The subscription that made it.
  subscription_id  uuid references statement.subscription,
  -- All records of a customer as one archive: statements of all accounts since they were opened, letters and payees. Kept as
  -- long as a closed account can be signed in to.
  is_closing_pack  boolean not null default false,
  -- Bank holder ids, in the order of the files.
  accounts         text[] not null check (cardinality(accounts) between 1 and 50),
  from_date        date not null,
  to_date          date not null,
  format           text not null check (format in ('pdf', 'csv', 'xlsx', 'json', 'ofx', 'qif', 'camt053', 'mt940')),
  layout           text not null check (layout in ('compact', 'flat')),
  preset           text,
  row_count        int not null check (row_count >= 0),
  -- The person confirmed it with PIN and second factor.
  is_confirmed     boolean not null,
  in_background    boolean not null,
  requested_at     timestamptz not null default now(),
  -- Null while it is prepared.
  expires_at       timestamptz,
  rows_written     int not null default 0,
  attempts         smallint not null default 0,
  -- Until then one process prepares it.
  leased_until     timestamptz,
  prepared_at      timestamptz,
  failed_at        timestamptz,
  check (from_date <= to_date),
  check (in_background or expires_at is not null),
  check (prepared_at is null or failed_at is null),
  constraint closing_pack_in_background check (not is_closing_pack or in_background and subscription_id is null)
);
create index export_of_customer on statement.export (customer_id, requested_at desc);
create index export_of_user on statement.export (user_id, customer_id, requested_at) where is_confirmed;
create index export_to_prepare on statement.export (requested_at)
  where in_background and prepared_at is null and failed_at is null;
create unique index export_once_a_month on statement.export (subscription_id, from_date) where subscription_id is not null;

create table statement.export_content (
  export_id  uuid not null references statement.export,
  part       int not null,
  bytes      bytea not null,
  primary key (export_id, part)
);

-- Letters that customers hand to others, such as a confirmation of balance. A reader checks a letter by its code.
create schema letter;

create table letter.letter (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  -- A printed statement has a code like a letter. Its row holds what a reader checks, and not the movements.
  kind         text not null
    check (kind in ('account_ownership', 'balance_confirmation', 'fee_statement', 'exchange_note', 'statement')),
  -- Accounts that the letter names. A member who may not use one of them does not see the letter.
  accounts     text[] not null check (cardinality(accounts) > 0),
  -- Printed on each page, without separators.
  code         text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- All that is printed. A letter never changes, so it holds texts and no references.
  content      jsonb not null,
  issued_at    timestamptz not null default now()
);
create index letter_of_customer on letter.letter (customer_id, issued_at desc);
create trigger letter_append_only before update or delete on letter.letter
  for each row execute function platform.refuse_change();
