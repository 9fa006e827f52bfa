create schema treasury;

-- What the firm sold to the bank out of its position. Its id is that of the ledger's operation, and the deal's at the bank.
create table treasury.cover_deal (
  id          uuid primary key,
  staff_id    uuid not null,
  sell        char(3) not null,
  buy         char(3) not null check (buy <> sell),
  sell_minor  bigint not null check (sell_minor > 0),
  -- The rate that the bank was asked near.
  mid         numeric(25, 10) not null check (mid > 0),
  state       text not null default 'asked' check (state in ('asked', 'dealt', 'refused')),
  buy_minor   bigint check (buy_minor > 0),
  rate        numeric(25, 10) check (rate > 0),
  reference   text,
  requested_at    timestamptz not null default now(),
  dealt_at    timestamptz,
  check ((state = 'dealt') = (buy_minor is not null and rate is not null and reference is not null and dealt_at is not null))
);
create index cover_under_way on treasury.cover_deal (sell) where state = 'asked';
create index cover_by_time on treasury.cover_deal (requested_at desc);

-- What the positions were worth at the end of a day of the market, in pounds: one row for the day, one for each currency.
create table treasury.revaluation (
  day           date primary key,
  operation_id  uuid,
  total_minor   bigint not null,
  change_minor  bigint not null,
  valued_at     timestamptz not null default now(),
  check ((operation_id is null) = (change_minor = 0))
);
create table treasury.revaluation_line (
  day             date not null references treasury.revaluation,
  currency        char(3) not null,
  position_minor  bigint not null,
  rate            numeric(25, 10) not null,
  value_minor     bigint not null,
  primary key (day, currency)
);
create trigger revaluation_append_only before update or delete on treasury.revaluation for each row execute function platform.refuse_change();
create trigger revaluation_line_append_only before update or delete on treasury.revaluation_line for each row execute function platform.refuse_change();
