-- Favourites: who a customer pays often, with what is filled in. A favourite keeps what its target was when it was
-- saved, so that a target that changed since is not paid unnoticed.

create schema favourite;

create table favourite.favourite (
  id              uuid primary key,
  customer_id     uuid not null references customer.customer,
  created_by      uuid not null references customer.user,
  version         int not null default 1,
  label           text not null check (char_length(label) between 1 and 50),
  icon            text not null,
  position        int not null,
  currency        char(3) not null,
  amount_minor    bigint check (amount_minor > 0),
  reference       text check (char_length(reference) between 1 and 140),
  -- A member whom the customer has paid, and the name of then.
  recipient_id    uuid references customer.customer,
  recipient_name  text,
  -- Or a payee, and the version of then.
  payee_id        uuid references payee.payee,
  payee_version   int,
  -- When a user saved it with the target as kept here.
  target_saved_at timestamptz not null,
  created_at      timestamptz not null default now(),
  foreign key (payee_id, payee_version) references payee.version (payee_id, version),
  check ((recipient_id is null) = (recipient_name is null)),
  check ((payee_id is null) = (payee_version is null)),
  check ((recipient_id is null) <> (payee_id is null)),
  check (recipient_id <> customer_id)
);
create index favourite_of_customer on favourite.favourite (customer_id, position, created_at);
create index favourite_of_recipient on favourite.favourite (recipient_id) where recipient_id is not null;

-- The name that was looked up: money goes to a member of this name only. Without one the row is of an earlier version
-- of the program and expires within minutes.
alter table member_transfer.lookup
  add column recipient_name text,
  -- Of a member who was paid before and not typed: such a look-up cannot be a guess, so it is not counted.
  add column is_known boolean not null default false;
