-- Dollars inside the USA go by Fedwire, out of a dollar account or out of another currency. What leaves is in the currency
-- of the account, so each has rules of its own; all have the hours and the calendar that 0023 gave to dollars.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute, closes_minute, arrival_seconds, arrival_days)
select 'fedwire', sold.code, r.effective_from, sold.least, r.max_minor, r.calendar, r.time_zone, r.opens_minute, r.closes_minute, r.arrival_seconds, r.arrival_days
from payment.rail_rule r, (values ('GBP', 100), ('EUR', 100), ('THB', 3500), ('JPY', 200)) as sold (code, least)
where r.rail = 'fedwire' and r.currency = 'USD';
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
select 'fedwire', sold.code, tier.name, case tier.name when 'plus' then sold.plus else sold.wallet end, '2020-01-01T00:00:00Z'
from (values ('USD', 600, 900), ('GBP', 450, 700), ('EUR', 550, 800), ('THB', 20000, 30000), ('JPY', 900, 1400)) as sold (code, plus, wallet),
  (values ('plus'), ('wallet')) as tier (name);
insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select 'fedwire', sold.code, tier.name, sold.per_payment, 2 * sold.per_payment, '2020-01-01T00:00:00Z'
from (values ('USD', 6500000), ('GBP', 5000000), ('EUR', 6000000), ('THB', 200000000), ('JPY', 10000000)) as sold (code, per_payment),
  (values ('plus'), ('wallet')) as tier (name);
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from) values
  ('fedwire', 'USD', 1300000, '{invoice}', '2020-01-01T00:00:00Z');
insert into payment.service_availability (key, is_on) values ('payment.fedwire', true);
