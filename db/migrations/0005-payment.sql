create schema payment;

-- Fees and limits are rows with a date, never constants in the code.
create table payment.fee_rule (
  rail            text not null,
  currency        char(3) not null,
  tier            text not null check (tier in ('plus', 'wallet')),
  fee_minor       bigint not null check (fee_minor >= 0),
  effective_from  timestamptz not null,
  primary key (rail, currency, tier, effective_from)
);

create table payment.limit_rule (
  rail               text not null,
  currency           char(3) not null,
  tier               text not null check (tier in ('plus', 'wallet')),
  per_payment_minor  bigint not null,
  per_day_minor      bigint not null,
  effective_from     timestamptz not null,
  primary key (rail, currency, tier, effective_from)
);

create table payment.service_availability (
  key      text primary key,
  is_on    boolean not null,
  message  text
);

create table payment.payment (
  id                    uuid primary key,
  reference             text not null unique check (reference ~ '^[A-Z0-9]{4,16}$'),
  customer_id           uuid not null references customer.customer,
  user_id             uuid not null references customer.user,
  account_id            uuid not null references bank_account.account,
  rail                  text not null,
  payee_id              uuid not null references payee.payee,
  payee_version         int not null,
  payee_name            text not null,
  payee_sort_code       text not null,
  payee_account_number  text not null,
  payer_name            text not null,
  payer_sort_code       text not null,
  payer_account_number  text not null,
  currency              char(3) not null,
  amount_minor          bigint not null check (amount_minor > 0),
  fee_minor             bigint not null check (fee_minor >= 0),
  payee_reference       text not null,
  uetr                  uuid not null unique,
  name_check_id         uuid references payee.name_check,
  state                 text not null check (state in ('ready', 'submitted', 'sent', 'completed', 'returned', 'rejected', 'failed', 'cancelled')),
  reason_code           text,
  reason                text,
  rail_reference        text,
  is_held_for_checks       boolean not null default false,
  arrival_earliest      timestamptz not null,
  arrival_latest        timestamptz not null,
  next_update_at        timestamptz,
  created_at            timestamptz not null default now(),
  foreign key (payee_id, payee_version) references payee.version (payee_id, version)
);
create index payment_of_customer on payment.payment (customer_id, created_at desc);
create index payment_under_way on payment.payment (next_update_at) where state in ('ready', 'submitted', 'sent');
create index payment_of_payee on payment.payment (payee_id, created_at desc);

-- The life of a payment; the timeline is read from here.
create table payment.transition (
  payment_id  uuid not null references payment.payment,
  seq         smallint not null,
  state       text not null,
  at          timestamptz not null default now(),
  note        text,
  primary key (payment_id, seq)
);
create trigger transition_append_only before update or delete on payment.transition for each row execute function platform.refuse_change();

create table payment.fee_waiver (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  source       text not null check (source in ('signup', 'referral', 'promo', 'goodwill')),
  status       text not null default 'available' check (status in ('available', 'reserved', 'used', 'expired')),
  payment_id   uuid references payment.payment,
  expires_at   timestamptz,
  created_at   timestamptz not null default now(),
  check ((status in ('reserved', 'used')) = (payment_id is not null))
);
create index free_trade_available on payment.fee_waiver (customer_id, expires_at) where status = 'available';
create unique index free_trade_once on payment.fee_waiver (payment_id) where payment_id is not null;

-- Every ISO 20022 message as it travelled.
create table payment.message (
  id          bigint generated always as identity primary key,
  payment_id  uuid references payment.payment,
  direction   text not null check (direction in ('out', 'in')),
  kind        text not null,
  document    text not null,
  at          timestamptz not null default now()
);
create index message_of_payment on payment.message (payment_id, id);
create trigger message_append_only before update or delete on payment.message for each row execute function platform.refuse_change();

-- What the bank told us; the key makes a repeat harmless.
create table payment.rail_event (
  event_id     uuid primary key,
  sequence     bigint not null,
  kind         text not null,
  at           timestamptz not null,
  received_at  timestamptz not null default now(),
  document     text not null
);

-- Money that came in, matched to an account or parked until its owner is known.
create table payment.incoming_credit (
  id              uuid primary key,
  rail_reference  text not null unique,
  account_id      uuid references bank_account.account,
  currency        char(3) not null,
  amount_minor    bigint not null check (amount_minor > 0),
  payer_name      text not null,
  reference       text not null,
  booked_at       timestamptz not null,
  received_at     timestamptz not null default now()
);

create schema notification;

create table notification.notification (
  id          uuid primary key,
  user_id   uuid not null references customer.user,
  event_id    bigint,
  type        text not null,
  severity    text not null check (severity in ('success', 'info', 'warning', 'error')),
  title       text not null,
  message     text not null,
  link        text,
  created_at  timestamptz not null default now(),
  read_at     timestamptz,
  unique (user_id, event_id, type)
);
create index notification_of_person on notification.notification (user_id, created_at desc, id desc);
create index notification_unread on notification.notification (user_id) where read_at is null;
