-- Statements as files. Each row is one request of a person: it decides what may be downloaded, and until when. Short
-- ones are written while they are downloaded; long ones are written in the background and kept until they expire.

create schema statement;

create table statement.export (
  id              uuid primary key,
  customer_id     uuid not null references customer.customer,
  user_id         uuid not null references customer.user,
  -- Bank holder ids, in the order of the files.
  accounts        text[] not null check (cardinality(accounts) between 1 and 50),
  from_date       date not null,
  to_date         date not null,
  format          text not null check (format in ('pdf', 'csv', 'xlsx', 'json', 'ofx', 'qif', 'camt053', 'mt940')),
  layout          text not null check (layout in ('compact', 'flat')),
  preset          text,
  row_count       int not null check (row_count >= 0),
  -- The person confirmed it with PIN and second factor.
  is_confirmed    boolean not null,
  in_background   boolean not null,
  requested_at    timestamptz not null default now(),
  -- Null while it is prepared.
  expires_at      timestamptz,
  rows_written    int not null default 0,
  attempts        smallint not null default 0,
  -- Until then one process prepares it.
  leased_until    timestamptz,
  prepared_at     timestamptz,
  failed_at       timestamptz,
  check (from_date <= to_date),
  check (in_background or expires_at is not null),
  check (prepared_at is null or failed_at is null)
);
create index export_of_customer on statement.export (customer_id, requested_at desc);
create index export_of_user on statement.export (user_id, customer_id, requested_at) where is_confirmed;
create index export_to_prepare on statement.export (requested_at)
  where in_background and prepared_at is null and failed_at is null;

create table statement.export_content (
  export_id  uuid not null references statement.export,
  part       int not null,
  bytes      bytea not null,
  primary key (export_id, part)
);
