-- The bank of a payee who is not known yet is asked about the name before the row can be released.
alter table bulk_payment.row
  drop constraint row_state_check,
  add constraint row_state_check
    check (state in ('faulty', 'checking', 'doubtful', 'ready', 'left_out', 'released', 'paid', 'refused')),
  -- The same for rows that ask the same of a bank: one answer is for all of them.
  add column name_key text,
  add column name_check_requested_at timestamptz,
  add column name_check_id uuid references payee.name_check,
  add check (state <> 'checking' or name_key is not null),
  add check (state <> 'doubtful' or name_check_id is not null);
create index row_checking on bulk_payment.row (name_check_requested_at nulls first, id) where state = 'checking';
create index name_check_of_customer on payee.name_check (customer_id, account, requested_at);
