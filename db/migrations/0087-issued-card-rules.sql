-- What a card costs and may spend at most, the highest limits of a person, and the states of a card.

create table issued_card.setting (
  -- The menu offers cards to customers whose account has the card feature.
  is_offered      boolean not null,
  -- A new card is ordered so long before the old one expires.
  renewal_days    int not null check (renewal_days between 0 and 120),
  -- Banking days until a physical card arrives.
  delivery_days_min  int not null check (delivery_days_min > 0),
  delivery_days_max  int not null check (delivery_days_max >= delivery_days_min),
  -- Cards in use of one person on one account.
  cards_per_person   int not null check (cards_per_person > 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
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

create function issued_card.is_in_use(state text) returns boolean language sql immutable as $$
  select state in ('ordered', 'inactive', 'active', 'frozen', 'stopped') $$;

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

create index card_of_account on issued_card.card (account_id) where issued_card.is_in_use(state);
create index card_to_expire on issued_card.card (expiry_year, expiry_month) where state in ('inactive', 'active', 'frozen', 'stopped');
create index card_last4 on issued_card.card (last4);

insert into payment.service_availability (key, is_on) values ('card', true) on conflict do nothing;
