-- Cards that we issue. Number, CVC and PIN are at the issuer processor only; we keep brand, last four digits and expiry.

create schema issued_card;

create table issued_card.card (
  -- Ours, and the processor's name of the card too.
  id                   uuid primary key,
  customer_id          uuid not null references customer.customer,
  -- The account that the card spends from, and its currency.
  account_id           uuid not null references bank_account.account,
  bankholder_id        text not null,
  currency             char(3) not null,
  -- Who carries the card, one of the customer's people.
  holder_id            uuid not null references customer.user,
  holder_name          text not null,
  embossed_name        text not null check (char_length(embossed_name) between 1 and 20),
  format               text not null check (format in ('virtual', 'physical')),
  design               text not null,
  phone                text not null,
  -- The order to the processor, repeated byte for byte.
  document             text not null,
  -- ordered: the processor has not answered yet. stopped: by us; frozen: by the holder or an owner; both may be lifted.
  state                text not null default 'ordered'
    check (state in ('ordered', 'inactive', 'active', 'frozen', 'stopped', 'blocked', 'expired', 'closed', 'rejected')),
  -- Who froze, stopped or blocked it (null: us), and why, as a code.
  stopped_by           uuid,
  stop_reason          text,
  -- Where the card is again once we lift our stop.
  state_before_stop    text check (state_before_stop in ('active', 'frozen')),
  -- Who had frozen a card that we stopped.
  frozen_by            uuid,
  -- What the processor has been told, so that its stand-in follows.
  processor_state      text check (processor_state in ('inactive', 'active', 'frozen', 'blocked', 'closed')),
  brand                text check (brand in ('visa', 'mastercard', 'other')),
  last4                text check (last4 ~ '^[0-9]{4}$'),
  expiry_month         int check (expiry_month between 1 and 12),
  expiry_year          int check (expiry_year between 2000 and 2100),
  -- In minor units of the account's currency.
  per_payment_minor    bigint not null check (per_payment_minor > 0),
  daily_minor          bigint not null check (daily_minor >= per_payment_minor),
  monthly_minor        bigint not null check (monthly_minor >= daily_minor),
  online               boolean not null default true,
  contactless          boolean not null default true,
  atm                  boolean not null default true,
  abroad               boolean not null default true,
  magstripe            boolean not null default false,
  replaces             uuid references issued_card.card,
  ordered_by           uuid references customer.user,
  -- Taken from the account when the card was ordered, and the posting that gave it back when none was issued.
  fee_minor            bigint not null default 0 check (fee_minor >= 0),
  fee_id               uuid unique,
  fee_refund_id        uuid unique,
  -- What the processor reported of the order last. An older report changes nothing.
  order_state          text check (order_state in
    ('placed', 'checks', 'printing', 'shipped', 'delivered', 'activated', 'cancelled', 'returned')),
  order_sequence       int not null default 0,
  -- Tries of the code in the letter.
  code_attempts        int not null default 0,
  tracking             text,
  expected_on          date,
  ordered_at           timestamptz not null default now(),
  activated_at         timestamptz,
  ended_at             timestamptz,
  check (state in ('ordered', 'rejected') or (last4 is not null and expiry_month is not null and expiry_year is not null and brand is not null)),
  check ((state in ('blocked', 'expired', 'closed', 'rejected')) = (ended_at is not null)),
  check ((state = 'stopped') = (state_before_stop is not null)),
  check ((fee_minor > 0) = (fee_id is not null)),
  check (fee_refund_id is null or state = 'rejected' and fee_id is not null)
);
-- A card that nobody issued may be ordered again in its place.
create unique index card_replaced_once on issued_card.card (replaces) where state <> 'rejected';
create index card_of_customer on issued_card.card (customer_id, ordered_at desc);
create index card_of_holder on issued_card.card (holder_id);
