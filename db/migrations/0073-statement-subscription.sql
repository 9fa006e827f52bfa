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

alter table statement.export add column subscription_id uuid references statement.subscription;
create unique index export_once_a_month on statement.export (subscription_id, from_date) where subscription_id is not null;
