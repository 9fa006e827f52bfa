-- What a row of a file asks before it can be paid: an equal payment, another name than the saved one, and so on.
alter table bulk_payment.row add column questions jsonb not null default '[]'
  check (jsonb_typeof(questions) = 'array');

-- A row waits for the customer because of its name check or because of a question.
do $$
declare
  former text;
begin
  select conname into strict former from pg_constraint
  where conrelid = 'bulk_payment.row'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) ~ 'doubtful' and pg_get_constraintdef(oid) ~ 'name_check_id IS NOT NULL';
  execute format('alter table bulk_payment.row drop constraint %I', former);
end $$;
alter table bulk_payment.row add constraint row_doubt_has_reason
  check (state <> 'doubtful' or name_check_id is not null or questions <> '[]');
-- Nothing is paid while a question is open.
alter table bulk_payment.row add constraint row_questions_confirmed
  check (state not in ('ready', 'awaiting_approval', 'released', 'paid')
    or not jsonb_path_exists(questions, '$[*] ? (@.isConfirmed == false)'));

-- Finds the rows that equal a payment.
create index row_of_amount on bulk_payment.row (amount_minor, currency)
  where state in ('checking', 'doubtful', 'ready', 'awaiting_approval', 'released');
create index standing_order_of_customer_payee on standing_order.standing_order (customer_id, payee_id)
  where state = 'active';
