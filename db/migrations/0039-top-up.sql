-- Cards with which a customer adds money, and the payments from them. The number of a card is at the processor only: we
-- keep its token, the brand, the last four digits and the expiry.

create schema card;
create schema top_up;

create table card.card (
  id              uuid primary key,
  customer_id     uuid not null references customer.customer,
  -- A saved card belongs to the person who entered it; colleagues do not see it.
  user_id         uuid not null references customer.user,
  vault_id        text not null unique,
  brand           text not null check (brand in ('visa', 'mastercard', 'other')),
  funding         text not null check (funding in ('debit', 'credit', 'prepaid')),
  last4           text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month    int not null check (expiry_month between 1 and 12),
  expiry_year     int not null check (expiry_year between 2000 and 2100),
  holder_name     text not null,
  issuer_country  char(2),
  saved_at        timestamptz not null default now(),
  last_used_at    timestamptz not null default now(),
  removed_at      timestamptz
);
create index card_of_user on card.card (customer_id, user_id) where removed_at is null;

-- Look-ups of the first digits, counted for a limit: a range of numbers cannot be tried out.
create table card.bin_lookup (
  user_id  uuid not null references customer.user,
  at       timestamptz not null default now()
);
create index bin_lookup_of_user on card.bin_lookup (user_id, at);
create index bin_lookup_age on card.bin_lookup (at);

-- Price, limits and accepted kinds of card. The fee is charged to the card on top of the amount.
create table top_up.rule (
  currency          char(3) not null,
  fee_bps           int not null check (fee_bps between 0 and 1000),
  min_minor         bigint not null check (min_minor > 0),
  max_minor         bigint not null check (max_minor >= min_minor),
  per_day_minor     bigint not null check (per_day_minor >= max_minor),
  accepted_funding  text[] not null check (accepted_funding <@ '{debit,credit,prepaid}'::text[]),
  effective_from    timestamptz not null,
  change_id         uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into top_up.rule values
  ('GBP', 80, 1000, 100000, 200000, '{debit}', '2020-01-01T00:00:00Z'),
  ('EUR', 80, 1000, 100000, 200000, '{debit}', '2020-01-01T00:00:00Z'),
  ('USD', 120, 1000, 100000, 200000, '{debit}', '2020-01-01T00:00:00Z'),
  ('THB', 150, 50000, 4000000, 8000000, '{debit}', '2020-01-01T00:00:00Z');

create table top_up.top_up (
  id                uuid primary key,
  reference         text not null unique check (reference ~ '^[A-Z0-9]{4,16}$'),
  customer_id       uuid not null references customer.customer,
  user_id           uuid not null references customer.user,
  account_id        uuid not null references bank_account.account,
  bankholder_id     text not null,
  currency          char(3) not null,
  -- What the wallet gets; the card pays the fee in addition.
  amount_minor      bigint not null check (amount_minor > 0),
  fee_minor         bigint not null check (fee_minor >= 0),
  card_id           uuid references card.card,
  brand             text not null,
  last4             text not null check (last4 ~ '^[0-9]{4}$'),
  -- The order to the processor, repeated byte for byte.
  document          text not null,
  state             text not null default 'created'
    check (state in ('created', 'awaiting_challenge', 'authorised', 'captured', 'declined', 'cancelled', 'expired',
      'refunded', 'charged_back')),
  decline_code      text,
  challenge_url     text,
  -- Counts what the processor reported; an older report changes nothing.
  last_sequence     int not null default 0,
  expires_at        timestamptz not null,
  cancel_asked_at   timestamptz,
  -- The wallet could not be credited any more, so the processor is asked to give the money back.
  refund_asked_at   timestamptz,
  poll_count        int not null default 0,
  last_response_at  timestamptz,
  next_poll_at      timestamptz,
  -- The posting of the captured money and the ledger account that it went to: the wallet, or suspense.
  credit_id         uuid unique,
  credited_account  bigint,
  captured_at       timestamptz,
  -- The posting of a refund or chargeback, and what the account did not have.
  reversal_id       uuid unique,
  shortfall_minor   bigint not null default 0 check (shortfall_minor >= 0),
  recovered_minor   bigint not null default 0 check (recovered_minor >= 0 and recovered_minor <= shortfall_minor),
  created_at        timestamptz not null default now(),
  check ((state in ('captured', 'refunded', 'charged_back')) = (credit_id is not null)),
  check ((credit_id is null) = (credited_account is null) and (credit_id is null) = (captured_at is null)),
  check ((state in ('refunded', 'charged_back')) = (reversal_id is not null)),
  check (reversal_id is not null or shortfall_minor = 0),
  check (challenge_url is null or state = 'awaiting_challenge'),
  check ((state = 'declined') = (decline_code is not null)),
  check (next_poll_at is null or state in ('created', 'awaiting_challenge', 'authorised', 'captured'))
);
create index top_up_of_customer on top_up.top_up (customer_id, created_at desc);
create index top_up_to_poll on top_up.top_up (next_poll_at) where next_poll_at is not null;
create index top_up_short on top_up.top_up (customer_id, currency) where recovered_minor < shortfall_minor;

create table top_up.transition (
  top_up_id     uuid not null references top_up.top_up,
  seq           int not null,
  state         text not null,
  actor_kind    text not null,
  actor_id      text,
  decline_code  text,
  at            timestamptz not null default clock_timestamp(),
  primary key (top_up_id, seq)
);
create trigger transition_append_only before update or delete on top_up.transition
  for each row execute function platform.refuse_change();

-- Every event of the processor, also those that changed nothing.
create table top_up.event (
  event_id     uuid primary key,
  top_up_id    uuid not null references top_up.top_up,
  sequence     int not null,
  report       jsonb not null,
  is_outdated  boolean not null,
  received_at  timestamptz not null default now()
);
create trigger event_append_only before update or delete on top_up.event
  for each row execute function platform.refuse_change();

create trigger state_transition before update of state on top_up.top_up
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'top_up.top_up', from_state, unnest(to_states) from (values
  ('created', '{awaiting_challenge,authorised,captured,declined,cancelled,expired}'::text[]),
  ('awaiting_challenge', '{authorised,captured,declined,cancelled,expired}'),
  ('authorised', '{captured,declined,cancelled,expired}'),
  ('declined', '{captured}'),
  ('cancelled', '{captured}'),
  ('expired', '{captured}'),
  ('captured', '{refunded,charged_back}')
) as allowed (from_state, to_states);
