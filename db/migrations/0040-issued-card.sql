-- Cards that we issue. Number, CVC and PIN are at the issuer processor only; we keep brand, last four digits and expiry.

create schema issued_card;

create table issued_card.setting (
  -- The menu offers cards to customers whose account has the card feature.
  is_offered         boolean not null,
  -- A new card is ordered so long before the old one expires.
  renewal_days       int not null check (renewal_days between 0 and 120),
  -- Banking days until a physical card arrives.
  delivery_days_min  int not null check (delivery_days_min > 0),
  delivery_days_max  int not null check (delivery_days_max >= delivery_days_min),
  -- Cards in use of one person on one account.
  cards_per_person   int not null check (cards_per_person > 0),
  effective_from     timestamptz not null,
  change_id          uuid references platform.setting_change,
  primary key (effective_from)
);
insert into issued_card.setting values (true, 45, 3, 6, 5, '2020-01-01T00:00:00Z');

-- Fees, first limits and highest limits. There are no cards on an account in a currency without a row.
create table issued_card.rule (
  currency               char(3) not null,
  virtual_fee_minor      bigint not null check (virtual_fee_minor >= 0),
  physical_fee_minor     bigint not null check (physical_fee_minor >= 0),
  replacement_fee_minor  bigint not null check (replacement_fee_minor >= 0),
  per_payment_minor      bigint not null check (per_payment_minor > 0),
  daily_minor            bigint not null check (daily_minor >= per_payment_minor),
  monthly_minor          bigint not null check (monthly_minor >= daily_minor),
  max_per_payment_minor  bigint not null check (max_per_payment_minor >= per_payment_minor),
  max_daily_minor        bigint not null check (max_daily_minor >= daily_minor and max_daily_minor >= max_per_payment_minor),
  max_monthly_minor      bigint not null check (max_monthly_minor >= monthly_minor and max_monthly_minor >= max_daily_minor),
  effective_from         timestamptz not null,
  change_id              uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into issued_card.rule values
  ('GBP', 0, 500, 500, 100000, 150000, 500000, 500000, 1000000, 2500000, '2020-01-01T00:00:00Z'),
  ('EUR', 0, 600, 600, 100000, 150000, 500000, 500000, 1000000, 2500000, '2020-01-01T00:00:00Z'),
  ('USD', 0, 600, 600, 100000, 150000, 500000, 500000, 1000000, 2500000, '2020-01-01T00:00:00Z'),
  ('THB', 0, 20000, 20000, 4000000, 6000000, 20000000, 20000000, 40000000, 100000000, '2020-01-01T00:00:00Z');

create function issued_card.is_in_use(state text) returns boolean language sql immutable as $$
  select state in ('ordered', 'inactive', 'active', 'frozen', 'stopped') $$;

create table issued_card.card (
  -- Ours, and the processor's name of the card too.
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  -- The account that the card spends from, and its currency.
  account_id         uuid not null references bank_account.account,
  bankholder_id      text not null,
  currency           char(3) not null,
  -- Who carries the card, one of the customer's people.
  holder_id          uuid not null references customer.user,
  holder_name        text not null,
  embossed_name      text not null check (char_length(embossed_name) between 1 and 20),
  format             text not null check (format in ('virtual', 'physical')),
  design             text not null,
  phone              text not null,
  -- The order to the processor, repeated byte for byte.
  document           text not null,
  -- ordered: the processor has not answered yet. stopped: by us; frozen: by the holder or an owner; both may be lifted.
  state              text not null default 'ordered'
    check (state in ('ordered', 'inactive', 'active', 'frozen', 'stopped', 'blocked', 'expired', 'closed', 'rejected')),
  -- Who froze, stopped or blocked it (null: us), and why, as a code.
  stopped_by         uuid,
  stop_reason        text,
  -- Where the card is again once we lift our stop.
  state_before_stop  text check (state_before_stop in ('active', 'frozen')),
  -- Who had frozen a card that we stopped.
  frozen_by          uuid,
  -- What the processor has been told, so that its stand-in follows.
  processor_state    text check (processor_state in ('inactive', 'active', 'frozen', 'blocked', 'closed')),
  brand              text check (brand in ('visa', 'mastercard', 'other')),
  last4              text check (last4 ~ '^[0-9]{4}$'),
  expiry_month       int check (expiry_month between 1 and 12),
  expiry_year        int check (expiry_year between 2000 and 2100),
  -- In minor units of the account's currency.
  per_payment_minor  bigint not null check (per_payment_minor > 0),
  daily_minor        bigint not null check (daily_minor >= per_payment_minor),
  monthly_minor      bigint not null check (monthly_minor >= daily_minor),
  online             boolean not null default true,
  contactless        boolean not null default true,
  atm                boolean not null default true,
  abroad             boolean not null default true,
  magstripe          boolean not null default false,
  replaces           uuid references issued_card.card,
  ordered_by         uuid references customer.user,
  -- Taken from the account when the card was ordered, and the posting that gave it back when none was issued, also because
  -- the checks of the processor cancelled the order.
  fee_minor          bigint not null default 0 check (fee_minor >= 0),
  fee_id             uuid unique,
  fee_refund_id      uuid unique,
  -- What the processor reported of the order last. An older report changes nothing.
  order_state        text check (order_state in
    ('placed', 'checks', 'printing', 'shipped', 'delivered', 'activated', 'cancelled', 'returned')),
  order_sequence     int not null default 0,
  -- Tries of the code in the letter.
  code_attempts      int not null default 0,
  tracking           text,
  expected_on        date,
  ordered_at         timestamptz not null default now(),
  activated_at       timestamptz,
  ended_at           timestamptz,
  check (state in ('ordered', 'rejected') or (last4 is not null and expiry_month is not null and expiry_year is not null and brand is not null)),
  check ((state in ('blocked', 'expired', 'closed', 'rejected')) = (ended_at is not null)),
  check ((state = 'stopped') = (state_before_stop is not null)),
  check ((fee_minor > 0) = (fee_id is not null)),
  constraint fee_refunded_if_not_made check (
    fee_refund_id is null
    or fee_id is not null and (state = 'rejected' or state = 'closed' and order_state = 'cancelled'))
);
-- A card that nobody issued may be ordered again in its place.
create unique index card_replaced_once on issued_card.card (replaces) where state <> 'rejected';
create index card_of_customer on issued_card.card (customer_id, ordered_at desc);
create index card_of_holder on issued_card.card (holder_id);
create index card_of_account on issued_card.card (account_id) where issued_card.is_in_use(state);
create index card_to_expire on issued_card.card (expiry_year, expiry_month) where state in ('inactive', 'active', 'frozen', 'stopped');
create index card_last4 on issued_card.card (last4);
create trigger state_transition before update of state on issued_card.card
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'issued_card.card', from_state, unnest(to_states) from (values
  ('ordered', '{inactive,active,rejected}'::text[]),
  ('inactive', '{active,blocked,expired,closed}'),
  ('active', '{frozen,stopped,blocked,expired,closed}'),
  ('frozen', '{active,stopped,blocked,expired,closed}'),
  ('stopped', '{active,frozen,blocked,expired,closed}')
) as allowed (from_state, to_states);

create table issued_card.transition (
  card_id      uuid not null references issued_card.card,
  seq          int not null,
  state        text not null,
  actor_kind   text not null,
  actor_id     text,
  stop_reason  text,
  at           timestamptz not null default clock_timestamp(),
  primary key (card_id, seq)
);
create trigger transition_append_only before update or delete on issued_card.transition
  for each row execute function platform.refuse_change();

-- The most that the limits of a person’s cards may be, set by an owner or admin.
create table issued_card.person_limit (
  customer_id        uuid not null references customer.customer,
  user_id            uuid not null references customer.user,
  currency           char(3) not null,
  per_payment_minor  bigint not null check (per_payment_minor > 0),
  daily_minor        bigint not null check (daily_minor >= per_payment_minor),
  monthly_minor      bigint not null check (monthly_minor >= daily_minor),
  version            int not null default 1,
  set_by             uuid not null references customer.user,
  set_at             timestamptz not null default now(),
  primary key (customer_id, user_id, currency)
);

-- Limits of a card and of its holder are compared under one lock, so neither is checked against the other’s past.
create function issued_card.lock_person(customer uuid, person uuid) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('issued_card:' || customer || ':' || person, 0)) $$;

create function issued_card.require_limits_of_holder() returns trigger language plpgsql as $$
begin
  perform issued_card.lock_person(new.customer_id, new.holder_id);
  if issued_card.is_in_use(new.state) and exists (select from issued_card.person_limit p
    where p.customer_id = new.customer_id and p.user_id = new.holder_id and p.currency = new.currency
      and (new.per_payment_minor > p.per_payment_minor or new.daily_minor > p.daily_minor or new.monthly_minor > p.monthly_minor))
  then raise exception 'the limits of card % are above those of its holder', new.id
    using errcode = 'check_violation', constraint = 'card_within_person_limit'; end if;
  return new;
end $$;
create trigger card_within_person_limit
  before insert or update of per_payment_minor, daily_minor, monthly_minor, holder_id on issued_card.card
  for each row execute function issued_card.require_limits_of_holder();

create function issued_card.require_cards_within() returns trigger language plpgsql as $$
begin
  perform issued_card.lock_person(new.customer_id, new.user_id);
  if exists (select from issued_card.card c
    where c.customer_id = new.customer_id and c.holder_id = new.user_id and c.currency = new.currency
      and issued_card.is_in_use(c.state)
      and (c.per_payment_minor > new.per_payment_minor or c.daily_minor > new.daily_minor or c.monthly_minor > new.monthly_minor))
  then raise exception 'a card of % is above these limits', new.user_id
    using errcode = 'check_violation', constraint = 'cards_within_person_limit'; end if;
  return new;
end $$;
create trigger cards_within_person_limit before insert or update on issued_card.person_limit
  for each row execute function issued_card.require_cards_within();
