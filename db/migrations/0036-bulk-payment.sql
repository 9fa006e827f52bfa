create schema bulk_payment;

-- A file of payments as somebody brought it. The same bytes are taken once, unless the customer says that they are meant.
create table bulk_payment.file (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id    uuid not null references customer.user,
  name         text not null,
  format       text not null check (format in ('csv', 'xlsx', 'pain.001')),
  sha256       bytea not null,
  created_at   timestamptz not null default now()
);
create index file_of_customer on bulk_payment.file (customer_id, created_at desc);

-- One line of it: as it was given, as it was read, and what became of it. What is released is never changed again.
create table bulk_payment.row (
  id                    uuid primary key,
  file_id               uuid not null references bulk_payment.file,
  number                int not null check (number > 0),
  state                 text not null check (state in ('faulty', 'ready', 'left_out', 'released', 'paid', 'refused')),
  given                 jsonb not null,
  faults                jsonb not null default '[]',
  read                  jsonb,
  currency              char(3),
  amount_minor          bigint check (amount_minor > 0),
  payee_id              uuid references payee.payee,
  payee_version         int,
  -- The same for rows that say the same, and for no others.
  duplicate_key                  text,
  -- What the customer approves of this row; the digest of a file is made of these.
  digest                text,
  -- Set with the release: who approved it, from where it is paid, and the most that it may cost.
  released_by           uuid references customer.user,
  source_bankholder_id  text,
  fee_minor             bigint check (fee_minor >= 0),
  payment_id            uuid references payment.payment,
  refusal_code          text,
  refusal               text,
  unique (file_id, number),
  check (state = 'faulty' or state = 'left_out' or (read is not null and digest is not null and amount_minor is not null)),
  check ((payee_id is null) = (payee_version is null)),
  check ((state = 'paid') = (payment_id is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check (state not in ('released', 'paid') or (released_by is not null and source_bankholder_id is not null and fee_minor is not null))
);
create index row_released on bulk_payment.row (file_id, number) where state = 'released';
create index row_twin on bulk_payment.row (file_id, duplicate_key);
