-- Exchanges: prices, market hours, quotes; the bank's own positions (treasury).

create schema fx;

-- One rate that is promised for many payments at once. Each payment has its own quote when they are confirmed.
create table fx.batch_quote (
  id                uuid primary key,
  customer_id       uuid not null references customer.customer,
  user_id           uuid not null references customer.user,
  tier              text not null check (tier in ('plus', 'wallet')),
  sell              char(3) not null,
  buy               char(3) not null check (buy <> sell),
  count             int not null check (count > 0),
  -- The sums of all payments, with the fees of their exchanges. The worst case is agreed to while colleagues approve.
  sell_minor        bigint not null check (sell_minor > 0),
  buy_minor         bigint not null check (buy_minor > 0),
  worst_sell_minor  bigint not null check (worst_sell_minor >= sell_minor),
  -- Of each exchange.
  fee_minor         bigint not null check (fee_minor >= 0),
  mid               numeric(25, 10) not null check (mid > 0),
  margin_bps        int not null,
  off_hours         boolean not null,
  made_at           timestamptz not null,
  expires_at        timestamptz not null check (expires_at > made_at)
);
create index batch_quote_of_customer on fx.batch_quote (customer_id, made_at desc);

-- Prices promised to customers, as displayed.
create table fx.quote (
  id               uuid primary key,
  customer_id      uuid not null references customer.customer,
  user_id          uuid not null references customer.user,
  tier             text not null check (tier in ('plus', 'wallet')),
  side             text not null check (side in ('sell', 'buy')),
  sell             char(3) not null,
  buy              char(3) not null check (buy <> sell),
  -- The whole debit, including the fee.
  sell_minor       bigint not null check (sell_minor > fee_minor),
  fee_minor        bigint not null check (fee_minor >= 0),
  buy_minor        bigint not null check (buy_minor > 0),
  mid              numeric(25, 10) not null check (mid > 0),
  rate             numeric(25, 10) not null check (rate > 0),
  margin_bps       int not null,
  mid_value_minor  bigint not null,
  spread_minor     bigint not null check (spread_minor >= 0),
  rounding_minor   bigint not null check (rounding_minor = mid_value_minor - buy_minor - spread_minor),
  off_hours        boolean not null,
  indicative       boolean not null,
  state            text not null default 'open' check (state in ('open', 'accepted', 'used', 'expired', 'withdrawn')),
  made_at          timestamptz not null default now(),
  expires_at       timestamptz not null check (expires_at > made_at),
  ended_at         timestamptz,
  -- Of a payment that was confirmed together with others.
  batch_id         uuid references fx.batch_quote,
  check ((state in ('used', 'expired', 'withdrawn')) = (ended_at is not null))
);
create index quote_of_customer on fx.quote (customer_id, made_at desc);
create index quote_to_expire on fx.quote (expires_at) where state = 'open';

-- Margin, fee and limit per pair and tier.
create table fx.price_rule (
  sell                     char(3) not null,
  buy                      char(3) not null check (buy <> sell),
  tier                     text not null check (tier in ('plus', 'wallet')),
  -- Deducted from the mid rate. Never zero: otherwise rounding could let a customer gain by exchanging back and
  -- forth.
  margin_bps               int not null check (margin_bps between 1 and 1000),
  -- In the sold currency, included in the debit.
  fee_minor                bigint not null check (fee_minor >= 0),
  max_minor                bigint not null check (max_minor > 0),
  quote_seconds            int not null check (quote_seconds between 10 and 86400),
  off_hours_quote_seconds  int not null check (off_hours_quote_seconds between 10 and 86400),
  effective_from           timestamptz not null,
  change_id                uuid references platform.setting_change,
  primary key (sell, buy, tier, effective_from)
);

-- When the market is closed, and the policy then: refuse, show indicative prices, or trade at a markup.
create table fx.market_hours (
  effective_from         timestamptz primary key,
  timezone               text not null,
  -- [{"from": "Fri 17:00", "to": "Sun 17:00"}]
  weekly                 jsonb not null,
  -- [{"date": "2026-12-25"}], or with "pairs": ["GBP/THB"] for some only
  holidays               jsonb not null default '[]',
  policy                 text not null check (policy in ('block', 'indicative', 'markup')),
  plus_markup_bps        int not null check (plus_markup_bps between 0 and 500),
  wallet_markup_bps      int not null check (wallet_markup_bps between 0 and 500),
  allow_hold_until_open  boolean not null,
  message                text not null,
  change_id              uuid references platform.setting_change
);
insert into fx.market_hours values
  ('2020-01-01T00:00:00Z', 'America/New_York', '[{"from": "Fri 17:00", "to": "Sun 17:00"}]', '[]', 'markup', 20, 50, true,
   'Prices carry more margin until they open.');

-- One row per conversion, whatever caused it. The id is that of the ledger operation.
create table fx.conversion (
  id               uuid primary key,
  reference        text not null unique,
  customer_id      uuid not null references customer.customer,
  user_id          uuid references customer.user,
  cause            text not null check (cause in ('instant', 'payment', 'auto', 'manual')),
  quote_id         uuid unique references fx.quote,
  from_account     bigint not null,
  to_account       bigint not null,
  sell             char(3) not null,
  buy              char(3) not null,
  sell_minor       bigint not null,
  fee_minor        bigint not null,
  buy_minor        bigint not null,
  mid              numeric(25, 10) not null,
  rate             numeric(25, 10) not null,
  margin_bps       int not null,
  mid_value_minor  bigint not null,
  spread_minor     bigint not null,
  rounding_minor   bigint not null check (rounding_minor = mid_value_minor - buy_minor - spread_minor),
  made_at          timestamptz not null default now()
);
create index conversion_of_customer on fx.conversion (customer_id, made_at desc);
create trigger conversion_append_only before update or delete on fx.conversion
  for each row execute function platform.refuse_change();

-- How often a customer can ask for a price.
create table fx.setting (
  effective_from                timestamptz primary key,
  quotes_per_minute             int not null check (quotes_per_minute > 0),
  -- How long a displayed rate that was not quoted is honoured, and how far the market may have moved, in basis
  -- points.
  displayed_rate_seconds        int not null default 300 check (displayed_rate_seconds > 0),
  displayed_rate_tolerance_bps  int not null default 10 check (displayed_rate_tolerance_bps between 0 and 100),
  -- How far the market may move against a cross-currency payment while it awaits approval, in basis points. Approvers
  -- agree to a rate that is worse by this much at most.
  approval_tolerance_bps        int not null default 100 check (approval_tolerance_bps between 0 and 500),
  -- How many payments of one file can exchange at one rate. The rate is kept until the last of them is made.
  batch_payments                int not null default 500 check (batch_payments between 1 and 10000),
  change_id                     uuid references platform.setting_change
);
insert into fx.setting values ('2020-01-01T00:00:00Z', 60);

-- A conversion awaiting approval. Its quote is the worst case that the maker agreed to; the hold for the debit has
-- the quote's id.
create table fx.pending_conversion (
  id                    uuid primary key,
  customer_id           uuid not null references customer.customer,
  user_id               uuid not null references customer.user,
  worst_case_quote_id   uuid not null unique references fx.quote,
  source_bankholder_id  text not null,
  target_bankholder_id  text not null check (target_bankholder_id <> source_bankholder_id),
  state                 text not null default 'awaiting_approval'
    check (state in ('awaiting_approval', 'made', 'sent_back')),
  conversion_id         uuid references fx.conversion,
  created_at            timestamptz not null default now(),
  check ((state = 'made') = (conversion_id is not null))
);

create schema treasury;

-- Currency sold to the partner bank out of our position. The id is that of the ledger operation and of the deal at
-- the bank.
create table treasury.cover_deal (
  id            uuid primary key,
  staff_id      uuid not null,
  sell          char(3) not null,
  buy           char(3) not null check (buy <> sell),
  sell_minor    bigint not null check (sell_minor > 0),
  -- The mid rate when the bank was asked.
  mid           numeric(25, 10) not null check (mid > 0),
  state         text not null default 'asked' check (state in ('asked', 'dealt', 'refused')),
  buy_minor     bigint check (buy_minor > 0),
  rate          numeric(25, 10) check (rate > 0),
  reference     text,
  requested_at  timestamptz not null default now(),
  dealt_at      timestamptz,
  check ((state = 'dealt') = (buy_minor is not null and rate is not null and reference is not null and dealt_at is not null))
);
create index cover_deal_open on treasury.cover_deal (sell) where state = 'asked';
create index cover_by_time on treasury.cover_deal (requested_at desc);

-- Value of the positions in pounds at the end of a trading day: one row per day, one line per currency.
create table treasury.revaluation (
  day           date primary key,
  operation_id  uuid,
  total_minor   bigint not null,
  change_minor  bigint not null,
  valued_at     timestamptz not null default now(),
  check ((operation_id is null) = (change_minor = 0))
);
create trigger revaluation_append_only before update or delete on treasury.revaluation
  for each row execute function platform.refuse_change();

create table treasury.revaluation_line (
  day             date not null references treasury.revaluation,
  currency        char(3) not null,
  position_minor  bigint not null,
  rate            numeric(25, 10) not null,
  value_minor     bigint not null,
  primary key (day, currency)
);
create trigger revaluation_line_append_only before update or delete on treasury.revaluation_line
  for each row execute function platform.refuse_change();
