-- Where a customer lives or has its seat: a payment abroad has to tell it.
alter table customer.customer add column address jsonb check (payment.is_address(address));

alter table payment.payment
  -- Paid out of another currency: the quote, and all that left for it, the fee of the exchange inside.
  add column quote_id uuid unique references fx.quote,
  add column sold_currency char(3) check (sold_currency <> currency),
  add column sold_minor bigint check (sold_minor > 0),
  -- What banks on the way were expected to keep, and what they kept, in the currency that arrives.
  add column charges_expected_minor bigint check (charges_expected_minor >= 0),
  add column charges_minor bigint check (charges_minor >= 0),
  add constraint payment_exchange_check check (
    (quote_id is null) = (sold_currency is null) and (sold_minor is null) = (sold_currency is null));

-- What it costs the payer to bear the charges of the banks on the way, and what these keep when the payer does not.
create table payment.charge_rule (
  currency        char(3) not null,
  our_fee_minor   bigint not null check (our_fee_minor >= 0),
  expected_minor  bigint not null check (expected_minor >= 0),
  effective_from  timestamptz not null,
  primary key (currency, effective_from)
);
insert into payment.charge_rule (currency, our_fee_minor, expected_minor, effective_from) values
  ('GBP', 1200, 1300, '2020-01-01T00:00:00Z'),
  ('EUR', 1500, 1500, '2020-01-01T00:00:00Z'),
  ('THB', 55000, 50000, '2020-01-01T00:00:00Z');

-- SWIFT never closes; the banks on the way do, so days are allowed for them.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute, closes_minute, arrival_seconds, arrival_days)
select 'swift', currency, '2020-01-01T00:00:00Z', least, 99999999999, null, 'Europe/London', 0, 1440, 3 * 86400, null
from (values ('GBP', 100), ('EUR', 100), ('THB', 5000)) as rule (currency, least);
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from) values
  ('swift', 'GBP', 'plus', 800, '2020-01-01T00:00:00Z'), ('swift', 'GBP', 'wallet', 1200, '2020-01-01T00:00:00Z'),
  ('swift', 'EUR', 'plus', 900, '2020-01-01T00:00:00Z'), ('swift', 'EUR', 'wallet', 1400, '2020-01-01T00:00:00Z'),
  ('swift', 'THB', 'plus', 35000, '2020-01-01T00:00:00Z'), ('swift', 'THB', 'wallet', 50000, '2020-01-01T00:00:00Z');
insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select 'swift', currency, tier, per_payment, 2 * per_payment, '2020-01-01T00:00:00Z'
from (values ('GBP', 5000000), ('EUR', 6000000), ('THB', 200000000)) as rule (currency, per_payment),
  (values ('plus'), ('wallet')) as tiers (tier);
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from) values
  ('swift', 'GBP', 1000000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'EUR', 1200000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'THB', 50000000, '{invoice}', '2020-01-01T00:00:00Z');
insert into payment.service_availability (key, is_on) values ('payment.swift', true), ('payment.crosscurrency', true);
