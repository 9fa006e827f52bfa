-- Dollars and yen are exchanged and sent abroad like the others. Yen have no decimals: their minor unit is the yen.
insert into fx.price_rule
select sell.code, buy.code, tier.name, tier.margin, 0, sell.most, 300, 60, '2020-01-01T00:00:00Z'
from (values ('GBP', 25000000), ('EUR', 30000000), ('THB', 1100000000), ('USD', 33000000), ('JPY', 53000000)) as sell (code, most)
  cross join (values ('GBP'), ('EUR'), ('THB'), ('USD'), ('JPY')) as buy (code)
  cross join (values ('plus', 35), ('wallet', 90)) as tier (name, margin)
where sell.code <> buy.code and (sell.code in ('USD', 'JPY') or buy.code in ('USD', 'JPY'));

insert into payment.charge_rule (currency, our_fee_minor, expected_minor, effective_from) values
  ('USD', 2500, 2500, '2020-01-01T00:00:00Z'),
  ('JPY', 3500, 3500, '2020-01-01T00:00:00Z');
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute, closes_minute, arrival_seconds, arrival_days)
select 'swift', currency, '2020-01-01T00:00:00Z', least, 99999999999, null, 'Europe/London', 0, 1440, 3 * 86400, null
from (values ('USD', 100), ('JPY', 200)) as rule (currency, least);
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from) values
  ('swift', 'USD', 'plus', 1000, '2020-01-01T00:00:00Z'), ('swift', 'USD', 'wallet', 1500, '2020-01-01T00:00:00Z'),
  ('swift', 'JPY', 'plus', 1600, '2020-01-01T00:00:00Z'), ('swift', 'JPY', 'wallet', 2400, '2020-01-01T00:00:00Z');
insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select 'swift', currency, tier, per_payment, 2 * per_payment, '2020-01-01T00:00:00Z'
from (values ('USD', 6500000), ('JPY', 10000000)) as rule (currency, per_payment),
  (values ('plus'), ('wallet')) as tiers (tier);
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from) values
  ('swift', 'USD', 1300000, '{invoice}', '2020-01-01T00:00:00Z'),
  ('swift', 'JPY', 2000000, '{invoice}', '2020-01-01T00:00:00Z');
insert into review.dual_control_threshold (currency, above_minor, effective_from) values ('JPY', 4500000, '2020-01-01T00:00:00Z');
