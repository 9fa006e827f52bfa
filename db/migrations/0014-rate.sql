create schema rate;

-- What one euro buys, as a source said last: the last good value. When the sources fall silent it stays, and grows old.
create table rate.latest (
  currency      text primary key check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  per_euro      numeric(30, 15) not null check (per_euro > 0),
  source        text not null,
  -- When the market made this price; at a weekend that is Friday evening.
  priced_at     timestamptz not null,
  confirmed_at  timestamptz not null,
  -- Until then this price may be dealt on, unless it is confirmed again.
  valid_until    timestamptz not null check (valid_until > confirmed_at)
);

-- What was recorded of a source that tells no past of its own: one close every five minutes, stamped at its end.
create table rate.bar (
  currency  text not null,
  ends_at   timestamptz not null,
  per_euro  numeric(30, 15) not null check (per_euro > 0),
  source    text not null,
  primary key (currency, ends_at)
);

-- Published reference rates, one per working day, as imported from a file.
create table rate.fixing (
  currency  text not null,
  day       date not null,
  per_euro  numeric(30, 15) not null check (per_euro > 0),
  source    text not null,
  primary key (currency, day)
);
