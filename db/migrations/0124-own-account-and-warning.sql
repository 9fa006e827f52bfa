-- Whether a payee is an account of the customer's own elsewhere.
alter table payee.payee add column own_account boolean not null default false;
update payee.payee set own_account = true where details ->> 'relationship' = 'own_account';

-- How the payer was warned of swindlers before paying somebody new: which text it was, its words, and when they went on.
alter table payment.payment
  add column warning_code text check (warning_code ~ '^[a-z_]+\.[0-9]+$'),
  add column warning_text text,
  add column warned_at timestamptz,
  add constraint payment_warning_is_whole check (num_nulls(warning_code, warning_text, warned_at) in (0, 3));
