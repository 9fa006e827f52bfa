-- What one payment may take in the day after a PIN was reset, in each currency. A currency without a row sends nothing
-- then. A later row wins from its date on.
create table pin.cooling_limit (
  currency        char(3) not null,
  limit_minor     bigint not null check (limit_minor >= 0),
  effective_from  timestamptz not null,
  primary key (currency, effective_from)
);
insert into pin.cooling_limit (currency, limit_minor, effective_from) values
  ('GBP', 25000, '2020-01-01T00:00:00Z'),
  ('EUR', 28000, '2020-01-01T00:00:00Z'),
  ('USD', 32000, '2020-01-01T00:00:00Z'),
  ('THB', 1100000, '2020-01-01T00:00:00Z'),
  ('JPY', 49000, '2020-01-01T00:00:00Z');
