create schema instant_payment;

-- Where a payment from another bank may go from each state: the same table stands in code, and a test compares them.
create table instant_payment.state_transition_rule (
  from_state  text not null,
  to_state    text not null check (to_state <> from_state),
  primary key (from_state, to_state)
);
insert into instant_payment.state_transition_rule values
  ('created', 'awaiting_authorisation'), ('created', 'rejected'), ('created', 'expired'),
  ('awaiting_authorisation', 'authorised'), ('awaiting_authorisation', 'rejected'),
  ('awaiting_authorisation', 'cancelled'), ('awaiting_authorisation', 'expired'),
  ('authorised', 'submitted'), ('authorised', 'accepted'), ('authorised', 'credited'), ('authorised', 'rejected'),
  ('authorised', 'cancelled'), ('authorised', 'expired'), ('authorised', 'unknown'),
  ('submitted', 'accepted'), ('submitted', 'credited'), ('submitted', 'rejected'), ('submitted', 'cancelled'),
  ('submitted', 'unknown'),
  ('accepted', 'credited'), ('accepted', 'rejected'), ('accepted', 'cancelled'), ('accepted', 'unknown'),
  ('unknown', 'submitted'), ('unknown', 'accepted'), ('unknown', 'credited'), ('unknown', 'rejected'),
  ('unknown', 'cancelled'), ('unknown', 'expired'),
  -- The other bank said no, and the money came all the same: what is there is there.
  ('rejected', 'credited'), ('cancelled', 'credited'), ('expired', 'credited');

-- How much may be asked for at once. A later row wins from its date on.
create table instant_payment.limit_rule (
  currency        char(3) not null,
  min_minor     bigint not null check (min_minor > 0),
  max_minor      bigint not null check (max_minor >= min_minor),
  effective_from  timestamptz not null,
  primary key (currency, effective_from)
);
insert into instant_payment.limit_rule values ('GBP', 100, 2500000, '2020-01-01T00:00:00Z');

create table instant_payment.payment (
  id               uuid primary key,
  -- The other bank writes it on the transfer; the money is known again by it.
  reference        text not null unique check (reference ~ '^[A-Z0-9]{4,16}$'),
  customer_id      uuid not null references customer.customer,
  user_id        uuid not null references customer.user,
  session_id       uuid not null,
  account_id       uuid not null references bank_account.account,
  bankholder_id    text not null,
  bank_id          text not null,
  bank_name        text not null,
  currency         char(3) not null check (currency = 'GBP'),
  amount_minor     bigint not null check (amount_minor > 0),
  note             text not null,
  device           text not null check (device in ('web', 'app')),
  state            text not null default 'created',
  reason           text,
  -- What the consent was asked with, byte for byte: the payment repeats it.
  document         text not null,
  consent_id       text,
  redirect_url     text,
  bank_payment_id  text,
  bank_status      text,
  expires_at       timestamptz not null,
  -- The way back from the bank was taken; nobody takes it again.
  returned_at      timestamptz,
  poll_count            int not null default 0,
  last_response_at         timestamptz,
  next_poll_at      timestamptz,
  -- The money itself: one credit pays one payment.
  incoming_id      uuid unique references payment.incoming_credit,
  created_at       timestamptz not null default now(),
  check ((state = 'credited') = (incoming_id is not null)),
  check (state in ('created', 'rejected', 'expired') or consent_id is not null),
  check (redirect_url is null or state = 'awaiting_authorisation'),
  check (next_poll_at is null or state in ('authorised', 'submitted', 'accepted', 'unknown')),
  unique (bank_id, bank_payment_id)
);
create index payment_of_customer on instant_payment.payment (customer_id, created_at desc);
create index payment_to_expire on instant_payment.payment (expires_at) where state in ('created', 'awaiting_authorisation');
create index payment_to_ask on instant_payment.payment (next_poll_at) where next_poll_at is not null;

create function instant_payment.require_arrow() returns trigger language plpgsql as $$
begin
  if not exists (select from instant_payment.state_transition_rule where from_state = old.state and to_state = new.state) then
    raise exception 'an instant payment never goes from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_follows_arrows before update of state on instant_payment.payment
  for each row when (old.state is distinct from new.state) execute function instant_payment.require_arrow();

-- The life of a payment; the timeline is read from here.
create table instant_payment.transition (
  payment_id  uuid not null references instant_payment.payment,
  seq         int not null,
  state       text not null,
  note        text,
  at          timestamptz not null default clock_timestamp(),
  primary key (payment_id, seq)
);
create trigger transition_append_only before update or delete on instant_payment.transition for each row execute function platform.refuse_change();

insert into payment.service_availability (key, is_on) values ('pis', true) on conflict (key) do nothing;
