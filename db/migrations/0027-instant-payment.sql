-- Open banking payments (PIS): deposits that a customer initiates from an account at another bank.

create schema instant_payment;

-- Smallest and largest amount per payment.
create table instant_payment.limit_rule (
  currency        char(3) not null,
  min_minor       bigint not null check (min_minor > 0),
  max_minor       bigint not null check (max_minor >= min_minor),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into instant_payment.limit_rule values ('GBP', 100, 2500000, '2020-01-01T00:00:00Z');

create table instant_payment.payment (
  id                uuid primary key,
  -- Written on the transfer by the other bank; incoming money is matched by it.
  reference         text not null unique check (reference ~ '^[A-Z0-9]{4,16}$'),
  customer_id       uuid not null references customer.customer,
  user_id           uuid not null references customer.user,
  session_id        uuid not null,
  account_id        uuid not null references bank_account.account,
  bankholder_id     text not null,
  bank_id           text not null,
  bank_name         text not null,
  currency          char(3) not null check (currency = 'GBP'),
  amount_minor      bigint not null check (amount_minor > 0),
  note              text not null,
  -- Where the person returns to from the bank; with a wallet, to a page of the wallet area.
  device            text not null check (device in ('web', 'app', 'wallet')),
  state             text not null default 'created'
    check (state in ('created', 'awaiting_authorisation', 'authorised', 'submitted', 'accepted', 'unknown', 'credited',
      'rejected', 'cancelled', 'expired')),
  reason            text,
  -- The consent request, byte for byte: the payment repeats it.
  document          text not null,
  consent_id        text,
  redirect_url      text,
  bank_payment_id   text,
  bank_status       text,
  expires_at        timestamptz not null,
  -- When the redirect back from the bank was used; it works once.
  returned_at       timestamptz,
  poll_count        int not null default 0,
  last_response_at  timestamptz,
  next_poll_at      timestamptz,
  -- The incoming credit; one credit settles one payment.
  incoming_id       uuid unique references payment.incoming_credit,
  created_at        timestamptz not null default now(),
  check ((state = 'credited') = (incoming_id is not null)),
  check (state in ('created', 'rejected', 'expired') or consent_id is not null),
  check (redirect_url is null or state = 'awaiting_authorisation'),
  check (next_poll_at is null or state in ('authorised', 'submitted', 'accepted', 'unknown')),
  unique (bank_id, bank_payment_id)
);
create index payment_of_customer on instant_payment.payment (customer_id, created_at desc);
create index payment_to_expire on instant_payment.payment (expires_at)
  where state in ('created', 'awaiting_authorisation');
create index payment_to_poll on instant_payment.payment (next_poll_at) where next_poll_at is not null;

-- History of a payment; the timeline shows it.
create table instant_payment.transition (
  payment_id  uuid not null references instant_payment.payment,
  seq         int not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  reason      text,
  at          timestamptz not null default clock_timestamp(),
  primary key (payment_id, seq)
);
create trigger transition_append_only before update or delete on instant_payment.transition
  for each row execute function platform.refuse_change();

create trigger state_transition before update of state on instant_payment.payment
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'instant_payment.payment', from_state, unnest(to_states) from (values
  ('created', '{awaiting_authorisation,rejected,expired}'::text[]),
  ('awaiting_authorisation', '{authorised,rejected,cancelled,expired}'),
  ('authorised', '{submitted,accepted,credited,rejected,cancelled,expired,unknown}'),
  ('submitted', '{accepted,credited,rejected,cancelled,unknown}'),
  ('accepted', '{credited,rejected,cancelled,unknown}'),
  ('unknown', '{submitted,accepted,credited,rejected,cancelled,expired}'),
  ('rejected', '{credited}'),
  ('cancelled', '{credited}'),
  ('expired', '{credited}')
) as allowed (from_state, to_states);
