-- Messages of customers to our support.

create schema help;

create sequence help.message_number start 20001;

create table help.message (
  id            uuid primary key,
  reference     text not null unique default 'LM-H-' || nextval('help.message_number'),
  customer_id   uuid not null references customer.customer,
  user_id       uuid not null references customer.user,
  kind          text not null check (kind in ('message', 'complaint')),
  topic         text not null check (topic in ('payment', 'wrong_person', 'card', 'rates', 'sign_in', 'identity', 'other')),
  payment_id    uuid references payment.payment,
  -- Encrypted, and only until the e-mail to support has left.
  pending_text  bytea,
  created_at    timestamptz not null default now()
);
create index message_of_user on help.message (user_id, created_at desc);
create index message_pending on help.message (created_at) where pending_text is not null;
