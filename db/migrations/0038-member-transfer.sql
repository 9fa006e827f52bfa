-- Money from one member to another, at once; favourites. Whom somebody looked up is kept, so that guessing is limited and only
-- a recipient who was shown can be paid.

create schema member_transfer;

create table member_transfer.lookup (
  id              uuid primary key,
  customer_id     uuid not null references customer.customer,
  user_id         uuid not null references customer.user,
  -- Null: nobody, or somebody who cannot receive.
  recipient_id    uuid references customer.customer,
  -- The name that was looked up: money goes to a member of this name only.
  recipient_name  text,
  -- Of a member who was paid before and not typed: such a look-up cannot be a guess, so it is not counted.
  is_known        boolean not null default false,
  at              timestamptz not null default now(),
  -- The digest of such a row stays in the audit chain after the row was erased. The salt is erased with the row, so that
  -- nobody can guess what the row said from its digest.
  digest_salt     uuid not null default gen_random_uuid()
);
create index lookup_of_user on member_transfer.lookup (user_id, at);
create index lookup_age on member_transfer.lookup (at);

create table member_transfer.transfer (
  id                    uuid primary key,
  customer_id           uuid not null references customer.customer,
  user_id               uuid not null references customer.user,
  recipient_id          uuid not null references customer.customer,
  source_bankholder_id  text not null references bank_account.account (bankholder_id),
  target_bankholder_id  text not null references bank_account.account (bankholder_id),
  currency              char(3) not null,
  amount_minor          bigint not null check (amount_minor > 0),
  reference             text not null,
  made_at               timestamptz not null default now(),
  check (customer_id <> recipient_id)
);
create index transfer_of_member on member_transfer.transfer (customer_id, user_id, made_at);
create index transfer_to_recipient on member_transfer.transfer (customer_id, recipient_id);
create trigger transfer_append_only before update or delete on member_transfer.transfer
  for each row execute function platform.refuse_change();

-- Who a customer pays often, with what is filled in. A favourite keeps what its target was when it was saved, so that a target
-- that changed since is not paid unnoticed.
create schema favourite;

create table favourite.favourite (
  id               uuid primary key,
  customer_id      uuid not null references customer.customer,
  created_by       uuid not null references customer.user,
  version          int not null default 1,
  label            text not null check (char_length(label) between 1 and 50),
  icon             text not null,
  position         int not null,
  currency         char(3) not null,
  amount_minor     bigint check (amount_minor > 0),
  reference        text check (char_length(reference) between 1 and 140),
  -- A member whom the customer has paid, and the name of then.
  recipient_id     uuid references customer.customer,
  recipient_name   text,
  -- Or a payee, and the version of then.
  payee_id         uuid references payee.payee,
  payee_version    int,
  -- When a user saved it with the target as kept here.
  target_saved_at  timestamptz not null,
  created_at       timestamptz not null default now(),
  foreign key (payee_id, payee_version) references payee.version (payee_id, version),
  check ((recipient_id is null) = (recipient_name is null)),
  check ((payee_id is null) = (payee_version is null)),
  check ((recipient_id is null) <> (payee_id is null)),
  check (recipient_id <> customer_id)
);
create index favourite_of_customer on favourite.favourite (customer_id, position, created_at);
create index favourite_of_recipient on favourite.favourite (recipient_id) where recipient_id is not null;
