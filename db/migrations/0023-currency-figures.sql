-- Initial figures of every currency: prices of exchanges, rails, fees, limits, charges, reviews. To change one, add a row with
-- a later effective_from; amounts are in minor units.

-- Minor units that are worth about one penny. Larkmere holds no accounts in payout currencies: they are only paid out.
create temporary table currency_value (code char(3) primary key, per_penny numeric not null, is_payout_only boolean not null)
  on commit drop;
insert into currency_value values
  ('GBP', 1, false), ('EUR', 1.15, false), ('THB', 43, false), ('USD', 1.34, false), ('JPY', 2.14, false),
  ('AED', 4.9, true), ('AUD', 1.9, true), ('CAD', 1.86, true), ('CHF', 1.06, true), ('CNY', 9.2, true), ('CZK', 28, true),
  ('DKK', 8.6, true), ('HKD', 10.5, true), ('HUF', 421, true), ('INR', 125, true), ('MXN', 23.3, true), ('NOK', 12.7, true),
  ('NZD', 2.3, true), ('PLN', 4.9, true), ('SEK', 12.5, true), ('SGD', 1.7, true), ('ZAR', 22.3, true);
create temporary table tier (name text not null, is_plus boolean not null) on commit drop;
insert into tier values ('plus', true), ('wallet', false);

-- Exchange prices: a margin of 35 basis points for Plus and 90 for wallets; 50 and 120 with a payout currency. One exchange
-- is limited to about 250,000 GBP.
insert into fx.price_rule
select sell.code, buy.code, tier.name, case when is_plus then 35 else 90 end, 0, sell.most, 300, 60, '2020-01-01T00:00:00Z'
from (values ('GBP', 25000000), ('EUR', 30000000), ('THB', 1100000000), ('USD', 33000000), ('JPY', 53000000)) as sell (code, most),
  (values ('GBP'), ('EUR'), ('THB'), ('USD'), ('JPY')) as buy (code), tier
where sell.code <> buy.code;
insert into fx.price_rule
select sell.code, buy.code, tier.name, case when is_plus then 50 else 120 end, 0, round(25000000 * sell.per_penny, -5), 300, 60,
  '2020-01-01T00:00:00Z'
from currency_value sell, currency_value buy, tier
where sell.code <> buy.code and (sell.is_payout_only or buy.is_payout_only);

-- Rails: limits, opening hours in minutes of the local day, and arrival.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute,
  closes_minute, arrival_seconds, arrival_days, response_timeout_seconds) values
  ('faster-payments', 'GBP', '2020-01-01T00:00:00Z', 1, 100000000, null, 'Europe/London', 0, 1440, 7200, null, 15),
  ('sepa-instant', 'EUR', '2020-01-01T00:00:00Z', 1, 10000000, null, 'Europe/Brussels', 0, 1440, 60, null, 10),
  ('sepa-credit-transfer', 'EUR', '2020-01-01T00:00:00Z', 1, 99999999999, 'target', 'Europe/Brussels', 420, 960, null, 1, 15),
  ('promptpay', 'THB', '2020-01-01T00:00:00Z', 1, 200000000, null, 'Asia/Bangkok', 0, 1440, 300, null, 15),
  ('bahtnet', 'THB', '2020-01-01T00:00:00Z', 1, 99999999999, 'thailand', 'Asia/Bangkok', 510, 990, null, 0, 15);
-- The same rails out of an account of another currency: the debit is in that currency, so its rules are too.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute,
  closes_minute, arrival_seconds, arrival_days, response_timeout_seconds)
select rail, code, effective_from, 1, 99999999999, calendar, time_zone, opens_minute, closes_minute, arrival_seconds,
  arrival_days, response_timeout_seconds
from payment.rail_rule, currency_value
where code <> currency and not is_payout_only;
-- Fedwire and SWIFT rules are per account currency, for the same reason.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute,
  closes_minute, arrival_seconds, arrival_days)
select 'fedwire', currency, '2020-01-01T00:00:00Z', least, 99999999999, 'us', 'America/New_York', 0, 1125, null, 0
from (values ('USD', 1), ('GBP', 100), ('EUR', 100), ('THB', 3500), ('JPY', 200)) as rule (currency, least);
-- SWIFT and local rails are always open. The intermediary banks are not, so arrival allows days for them.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute,
  closes_minute, arrival_seconds, arrival_days)
select rail, currency, '2020-01-01T00:00:00Z', least, 99999999999, null, 'Europe/London', 0, 1440, days * 86400, null
from (
  values ('swift', 'GBP', 100, 3), ('swift', 'EUR', 100, 3), ('swift', 'THB', 5000, 3), ('swift', 'USD', 100, 3),
    ('swift', 'JPY', 200, 3)
  union all select 'swift', code, round(100 * per_penny), 3 from currency_value where is_payout_only
  union all select 'local', code, round(100 * per_penny), 2 from currency_value
) as rule (rail, currency, least, days);

insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
select rail, currency, tier.name, case when is_plus then plus else wallet end, '2020-01-01T00:00:00Z'
from tier, (values
  ('faster-payments', 'GBP', 50, 80), ('sepa-credit-transfer', 'EUR', 40, 60), ('sepa-instant', 'EUR', 40, 60),
  ('promptpay', 'THB', 1500, 2500), ('bahtnet', 'THB', 15000, 20000),
  ('faster-payments', 'EUR', 60, 95), ('faster-payments', 'THB', 2200, 3500), ('faster-payments', 'USD', 70, 110),
  ('faster-payments', 'JPY', 110, 170),
  ('sepa-credit-transfer', 'GBP', 35, 55), ('sepa-credit-transfer', 'THB', 1500, 2300), ('sepa-credit-transfer', 'USD', 50, 75),
  ('sepa-credit-transfer', 'JPY', 75, 115),
  ('sepa-instant', 'GBP', 35, 55), ('sepa-instant', 'THB', 1500, 2300), ('sepa-instant', 'USD', 50, 75),
  ('sepa-instant', 'JPY', 75, 115),
  ('promptpay', 'GBP', 35, 60), ('promptpay', 'EUR', 40, 70), ('promptpay', 'USD', 50, 80), ('promptpay', 'JPY', 75, 125),
  ('bahtnet', 'GBP', 350, 470), ('bahtnet', 'EUR', 400, 540), ('bahtnet', 'USD', 470, 630), ('bahtnet', 'JPY', 750, 1000),
  ('fedwire', 'USD', 600, 900), ('fedwire', 'GBP', 450, 700), ('fedwire', 'EUR', 550, 800), ('fedwire', 'THB', 20000, 30000),
  ('fedwire', 'JPY', 900, 1400),
  ('swift', 'GBP', 800, 1200), ('swift', 'EUR', 900, 1400), ('swift', 'THB', 35000, 50000), ('swift', 'USD', 1000, 1500),
  ('swift', 'JPY', 1600, 2400)) as fee (rail, currency, plus, wallet);
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
select rail.name, code, tier.name, round((case when is_plus then rail.plus else rail.wallet end) * per_penny), '2020-01-01T00:00:00Z'
from currency_value, tier, (values ('swift', 800, 1200), ('local', 250, 400)) as rail (name, plus, wallet)
where is_payout_only or rail.name = 'local';

insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select rail, currency, tier.name, per_payment, 2 * per_payment, '2020-01-01T00:00:00Z'
from tier, (values
  ('faster-payments', 'GBP', 2500000), ('sepa-credit-transfer', 'EUR', 5000000), ('sepa-instant', 'EUR', 2500000),
  ('promptpay', 'THB', 200000000), ('bahtnet', 'THB', 500000000),
  ('faster-payments', 'EUR', 2900000), ('faster-payments', 'THB', 105000000), ('faster-payments', 'USD', 3300000),
  ('faster-payments', 'JPY', 5300000),
  ('sepa-credit-transfer', 'GBP', 4300000), ('sepa-credit-transfer', 'THB', 185000000), ('sepa-credit-transfer', 'USD', 5800000),
  ('sepa-credit-transfer', 'JPY', 9300000),
  ('sepa-instant', 'GBP', 2150000), ('sepa-instant', 'THB', 92000000), ('sepa-instant', 'USD', 2900000),
  ('sepa-instant', 'JPY', 4600000),
  ('promptpay', 'GBP', 4600000), ('promptpay', 'EUR', 5300000), ('promptpay', 'USD', 6200000), ('promptpay', 'JPY', 9900000),
  ('bahtnet', 'GBP', 5000000), ('bahtnet', 'EUR', 6000000), ('bahtnet', 'USD', 6500000), ('bahtnet', 'JPY', 10000000),
  ('fedwire', 'USD', 6500000), ('fedwire', 'GBP', 5000000), ('fedwire', 'EUR', 6000000), ('fedwire', 'THB', 200000000),
  ('fedwire', 'JPY', 10000000),
  ('swift', 'GBP', 5000000), ('swift', 'EUR', 6000000), ('swift', 'THB', 200000000), ('swift', 'USD', 6500000),
  ('swift', 'JPY', 10000000)) as rule (rail, currency, per_payment);
insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select rail.name, code, tier.name, most, 2 * most, '2020-01-01T00:00:00Z'
from currency_value, tier, (values ('swift'), ('local')) as rail (name),
  lateral (select round(5000000 * per_penny, -4)::bigint as most) as limits
where is_payout_only or rail.name = 'local';

-- Half of the largest payment, for the first 24 hours of a payee.
insert into payment.new_payee_limit (currency, limit_minor, hours, effective_from)
select currency, max(per_payment_minor) / 2, 24, '2020-01-01T00:00:00Z' from payment.limit_rule group by currency;

insert into payment.charge_rule (currency, our_fee_minor, expected_minor, effective_from) values
  ('GBP', 1200, 1300, '2020-01-01T00:00:00Z'),
  ('EUR', 1500, 1500, '2020-01-01T00:00:00Z'),
  ('THB', 55000, 50000, '2020-01-01T00:00:00Z'),
  ('USD', 2500, 2500, '2020-01-01T00:00:00Z'),
  ('JPY', 3500, 3500, '2020-01-01T00:00:00Z');
insert into payment.charge_rule (currency, our_fee_minor, expected_minor, effective_from)
select code, 2500, 2500, '2020-01-01T00:00:00Z' from currency_value where is_payout_only;

-- Documents required above an amount.
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from) values
  ('faster-payments', 'GBP', 2000000, '{source_of_funds}', '2020-01-01T00:00:00Z'),
  ('sepa-credit-transfer', 'EUR', 2000000, '{source_of_funds}', '2020-01-01T00:00:00Z'),
  ('sepa-instant', 'EUR', 2000000, '{source_of_funds}', '2020-01-01T00:00:00Z'),
  ('bahtnet', 'THB', 200000000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('fedwire', 'USD', 1300000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'GBP', 1000000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'EUR', 1200000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'THB', 50000000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'USD', 1300000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'JPY', 2000000, '{invoice}', '2020-01-01T00:00:00Z');
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from)
select rail.name, code, round(1000000 * per_penny, -4), '{invoice}', '2020-01-01T00:00:00Z'
from currency_value, (values ('swift'), ('local')) as rail (name)
where is_payout_only or rail.name = 'local';
