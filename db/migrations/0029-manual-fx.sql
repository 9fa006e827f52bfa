-- Exchanges quoted by a dealer, and rate alerts.

create schema manual_fx;

-- Amount in pounds up to which a dealer's quote needs no second person.
create table manual_fx.dealer_limit (
  role            text not null check (role in ('dealer', 'super')),
  max_gbp_minor   bigint not null check (max_gbp_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (role, effective_from)
);
insert into manual_fx.dealer_limit values ('dealer', 10000000, '2020-01-01T00:00:00Z');

create table manual_fx.deal (
  id                    uuid primary key,
  reference             text not null unique,
  customer_id           uuid not null references customer.customer,
  user_id               uuid not null references customer.user,
  tier                  text not null check (tier in ('plus', 'wallet')),
  state                 text not null default 'requested'
    check (state in ('pending_approval', 'requested', 'assigned', 'quoted', 'accepted',
    'booked', 'settled', 'declined', 'expired', 'withdrawn', 'unable')),
  sell                  char(3) not null,
  buy                   char(3) not null check (buy <> sell),
  side                  text not null check (side in ('sell', 'buy')),
  amount_minor          bigint not null check (amount_minor > 0),
  source_bankholder_id  text not null,
  target_bankholder_id  text not null,
  from_account          bigint not null,
  to_account            bigint not null check (to_account <> from_account),
  value_date            date not null,
  instruction           text not null check (instruction in ('market', 'target')),
  target                numeric(25, 10) check (target > 0),
  comment               text,
  callback_phone        text,
  dealer_id             uuid references staff.member,
  -- The quote that the customer can accept, or accepted.
  quote_number          int,
  hold_id               uuid,
  conversion_id         uuid references fx.conversion,
  reason                text,
  created_at            timestamptz not null default now(),
  -- The currency whose unit the target prices, as in auto_fx.auto_order.
  target_base           char(3),
  check ((instruction = 'target') = (target is not null)),
  check (state not in ('quoted', 'accepted', 'booked', 'settled', 'declined', 'expired') or quote_number is not null),
  check ((state in ('accepted', 'booked')) = (hold_id is not null)),
  check ((state = 'settled') = (conversion_id is not null)),
  constraint deal_target_base_named check ((target is null) = (target_base is null)),
  constraint deal_target_base_of_pair check (target_base in (sell, buy))
);
create index deal_of_customer on manual_fx.deal (customer_id, created_at desc);
create index deal_open on manual_fx.deal (created_at)
  where state in ('requested', 'assigned', 'quoted', 'accepted', 'booked', 'expired');

-- Every quote: rate, dealer, approver and validity. Approved once, otherwise never changed.
create table manual_fx.quote (
  deal_id          uuid not null references manual_fx.deal,
  number           int not null,
  sell             char(3) not null,
  buy              char(3) not null,
  sell_minor       bigint not null check (sell_minor > 0),
  fee_minor        bigint not null check (fee_minor >= 0),
  buy_minor        bigint not null check (buy_minor > 0),
  mid              numeric(25, 10) not null check (mid > 0),
  rate             numeric(25, 10) not null check (rate > 0),
  margin_bps       int not null check (margin_bps > 0),
  mid_value_minor  bigint not null,
  spread_minor     bigint not null,
  rounding_minor   bigint not null,
  gbp_minor        bigint not null,
  valid_seconds    int not null,
  quoted_by        uuid not null references staff.member,
  dealer           text not null,
  quoted_at        timestamptz not null default now(),
  needs_approval   boolean not null,
  approved_by      uuid references staff.member,
  -- The customer sees the quote from this time until it expires.
  published_at     timestamptz,
  valid_until      timestamptz,
  primary key (deal_id, number),
  check ((published_at is null) = (valid_until is null)),
  check (not needs_approval or (published_at is null) = (approved_by is null)),
  constraint approver_is_not_dealer check (approved_by <> quoted_by)
);

create trigger state_transition before update of state on manual_fx.deal
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'manual_fx.deal', from_state, unnest(to_states) from (values
  ('pending_approval', '{requested,withdrawn,unable}'::text[]),
  ('requested', '{assigned,withdrawn,unable}'),
  ('assigned', '{quoted,withdrawn,unable}'),
  ('quoted', '{accepted,declined,expired,withdrawn,unable}'),
  ('accepted', '{booked,unable}'),
  ('booked', '{settled}'),
  ('expired', '{quoted,withdrawn,unable}')
) as allowed (from_state, to_states);

-- History of a deal, with actors.
create table manual_fx.transition (
  deal_id       uuid not null references manual_fx.deal,
  seq           int not null,
  state         text not null,
  actor_kind    text not null,
  actor_id      text,
  quote_number  int,
  at            timestamptz not null default clock_timestamp(),
  primary key (deal_id, seq)
);
create trigger transition_append_only before update or delete on manual_fx.transition
  for each row execute function platform.refuse_change();

create schema rate_alert;

-- One notification when the rate of a user's tier reaches a target. Nothing is exchanged.
create table rate_alert.alert (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  tier         text not null check (tier in ('plus', 'wallet')),
  sell         char(3) not null,
  buy          char(3) not null check (buy <> sell),
  -- Exactly as entered.
  target       numeric(25, 10) not null check (target > 0),
  direction    text not null check (direction in ('rises_to', 'falls_to')),
  created_at   timestamptz not null default now(),
  fired_at     timestamptz,
  -- The currency whose unit the target prices, as in auto_fx.auto_order.
  target_base  char(3) not null,
  constraint alert_target_base_of_pair check (target_base in (sell, buy))
);
create index alert_of_user on rate_alert.alert (user_id, created_at desc);
create index alert_at_target on rate_alert.alert (sell, buy, tier, target_base, direction, target) where fired_at is null;
