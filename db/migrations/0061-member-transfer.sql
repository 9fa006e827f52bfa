-- Money from one member to another, at once. Whom somebody looked up is kept, so that guessing is limited and only a
-- recipient who was shown can be paid.

create schema member_transfer;

create table member_transfer.lookup (
  id            uuid primary key,
  customer_id   uuid not null references customer.customer,
  user_id       uuid not null references customer.user,
  -- Null: nobody, or somebody who cannot receive.
  recipient_id  uuid references customer.customer,
  at            timestamptz not null default now()
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

create index user_phone on customer.user (phone);
