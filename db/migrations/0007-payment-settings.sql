-- What a Faster Payment costs and how much may leave, until somebody decides otherwise: a later row wins from its date on.
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from) values
  ('faster-payments', 'GBP', 'plus', 50, '2020-01-01T00:00:00Z'),
  ('faster-payments', 'GBP', 'wallet', 80, '2020-01-01T00:00:00Z');

insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from) values
  ('faster-payments', 'GBP', 'plus', 2500000, 5000000, '2020-01-01T00:00:00Z'),
  ('faster-payments', 'GBP', 'wallet', 2500000, 5000000, '2020-01-01T00:00:00Z');

insert into payment.service_availability (key, is_on) values ('payment.gbp', true);
