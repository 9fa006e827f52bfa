-- What Larkmere charges and allows on the day it opens; later rules are further rows.
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from) values
  ('faster-payments', 'GBP', 'plus', 50, '2020-01-01'),
  ('faster-payments', 'GBP', 'wallet', 80, '2020-01-01');

insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from) values
  ('faster-payments', 'GBP', 'plus', 2500000, 5000000, '2020-01-01'),
  ('faster-payments', 'GBP', 'wallet', 500000, 1000000, '2020-01-01');

insert into payment.service (key, is_on) values ('payment.gbp', true);
