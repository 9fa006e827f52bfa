create schema fx;

-- What an exchange costs, per pair and tier: a later row wins from its date on. Nothing of it is a constant in the code.
create table fx.price_rule (
  sell               char(3) not null,
  buy                char(3) not null check (buy <> sell),
  tier               text not null check (tier in ('plus', 'wallet')),
  -- What of the mid rate we keep. Never nothing: rounding alone must not be able to pay a customer for going round in circles.
  margin_bps         int not null check (margin_bps between 1 and 1000),
  -- In the currency that is sold, inside the amount that leaves.
  fee_minor          bigint not null check (fee_minor >= 0),
  max_minor         bigint not null check (max_minor > 0),
  quote_seconds      int not null check (quote_seconds between 10 and 86400),
  off_hours_quote_seconds  int not null check (off_hours_quote_seconds between 10 and 86400),
  effective_from     timestamptz not null,
  primary key (sell, buy, tier, effective_from)
);

-- When the market is closed, and what we do then: deal nothing, show prices only, or deal at a markup.
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
  message                text not null
);

-- What a customer was promised, as it was shown to them.
create table fx.quote (
  id                uuid primary key,
  customer_id       uuid not null references customer.customer,
  user_id         uuid not null references customer.user,
  tier              text not null check (tier in ('plus', 'wallet')),
  side              text not null check (side in ('sell', 'buy')),
  sell              char(3) not null,
  buy               char(3) not null check (buy <> sell),
  -- All that leaves, the fee inside.
  sell_minor        bigint not null check (sell_minor > fee_minor),
  fee_minor         bigint not null check (fee_minor >= 0),
  buy_minor         bigint not null check (buy_minor > 0),
  mid               numeric(25, 10) not null check (mid > 0),
  rate              numeric(25, 10) not null check (rate > 0),
  margin_bps        int not null,
  mid_value_minor   bigint not null,
  spread_minor      bigint not null check (spread_minor >= 0),
  rounding_minor    bigint not null check (rounding_minor = mid_value_minor - buy_minor - spread_minor),
  off_hours         boolean not null,
  indicative        boolean not null,
  state             text not null default 'open' check (state in ('open', 'accepted', 'used', 'expired', 'withdrawn')),
  made_at           timestamptz not null default now(),
  expires_at        timestamptz not null check (expires_at > made_at),
  ended_at          timestamptz,
  check ((state in ('used', 'expired', 'withdrawn')) = (ended_at is not null))
);
create index quote_of_customer on fx.quote (customer_id, made_at desc);
create index quote_to_expire on fx.quote (expires_at) where state = 'open';

-- What was done: one row for each conversion, whoever asked for it. Its id is that of the ledger's operation.
create table fx.conversion (
  id               uuid primary key,
  reference        text not null unique,
  customer_id      uuid not null references customer.customer,
  user_id        uuid references customer.user,
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
create trigger conversion_append_only before update or delete on fx.conversion for each row execute function platform.refuse_change();

-- Plus pays 35 basis points and wallet 90, until somebody decides otherwise; one deal is at most about a quarter of a million pounds.
insert into fx.price_rule
select sell.code, buy.code, tier.name, tier.margin, 0, sell.most, 300, 60, '2020-01-01T00:00:00Z'
from (values ('GBP', 25000000), ('EUR', 30000000), ('THB', 1100000000)) as sell (code, most)
  cross join (values ('GBP'), ('EUR'), ('THB')) as buy (code)
  cross join (values ('plus', 35), ('wallet', 90)) as tier (name, margin)
where sell.code <> buy.code;

insert into fx.market_hours values
  ('2020-01-01T00:00:00Z', 'America/New_York', '[{"from": "Fri 17:00", "to": "Sun 17:00"}]', '[]', 'markup', 20, 50, true,
   'Prices carry more margin until they open.');

insert into payment.service_availability (key, is_on) values ('fx.instant', true);
