-- What is said of the payments of a standing order beyond the payee's words, and the warning about swindlers that was read
-- when it was set up: it stands with each of its payments.
alter table standing_order.standing_order
  add column note text,
  add column purpose text,
  add column source_of_funds text,
  add column relationship text,
  add column warning_code text check (warning_code ~ '^[a-z_]+\.[0-9]+$'),
  add column warned_at timestamptz,
  add constraint standing_order_warning_is_whole check (num_nulls(warning_code, warned_at) in (0, 2));

-- The warning that fits a row which pays somebody for the first time, and when whoever released it had read it.
alter table bulk_payment.row
  add column warning_code text check (warning_code ~ '^[a-z_]+\.[0-9]+$'),
  add column warned_at timestamptz,
  add constraint row_was_warned_of_something check (warned_at is null or warning_code is not null);

-- Rows in baht that were looked at before their partner's questions were asked have to answer them, too.
update bulk_payment.row set state = 'faulty',
  faults = '[{"field": "sourceOfFunds", "message": "Say where the money comes from, such as “salary” or “business”"}]'
where currency = 'THB' and state in ('ready', 'doubtful', 'checking');
