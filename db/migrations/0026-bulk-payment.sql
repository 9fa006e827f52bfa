-- Bulk payments: uploaded files, rows, releases.

create schema bulk_payment;

-- An uploaded file of payments. The same bytes are accepted once, unless the customer confirms the repeat.
create table bulk_payment.file (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  name         text not null,
  format       text not null check (format in ('csv', 'xlsx', 'pain.001')),
  sha256       bytea not null,
  created_at   timestamptz not null default now()
);
create index file_of_customer on bulk_payment.file (customer_id, created_at desc);

-- The price at which the ready rows of one currency can be paid out of an account of another one.
create table bulk_payment.conversion (
  quote_id              uuid primary key references fx.batch_quote,
  file_id               uuid not null references bulk_payment.file,
  source_bankholder_id  text not null,
  -- Of all ready rows as they were then.
  digest                text not null,
  -- The payment fees of all rows, in the currency of the account.
  fee_minor             bigint not null check (fee_minor >= 0)
);
create index conversion_of_file on bulk_payment.conversion (file_id);

-- Rows of a file in one currency that await approval together. A hold with the same id reserves the money of those
-- that are not of a later date.
create table bulk_payment.release (
  id                    uuid primary key,
  file_id               uuid not null references bulk_payment.file,
  user_id               uuid not null references customer.user,
  source_bankholder_id  text not null,
  currency              char(3) not null,
  count                 int not null check (count > 0),
  amount_minor          bigint not null check (amount_minor > 0),
  -- The most that all rows can cost.
  fee_minor             bigint not null check (fee_minor >= 0),
  -- How many are of a later date.
  scheduled_count       int not null default 0,
  -- The exchange, at its worst case. Then the fee is in the currency of the account, which is the one that is sold.
  conversion_id         uuid references bulk_payment.conversion,
  state                 text not null default 'awaiting_approval'
    check (state in ('awaiting_approval', 'released', 'sent_back')),
  created_at            timestamptz not null default now(),
  check (scheduled_count between 0 and count)
);
create index release_of_file on bulk_payment.release (file_id, created_at desc);

-- One row of a file: input, parsed values and result. Never changed after its release.
create table bulk_payment.row (
  id                       uuid primary key,
  file_id                  uuid not null references bulk_payment.file,
  number                   int not null check (number > 0),
  state                    text not null check (state in
    ('faulty', 'checking', 'doubtful', 'ready', 'left_out', 'awaiting_approval', 'released', 'paid', 'refused')),
  given                    jsonb not null,
  faults                   jsonb not null default '[]',
  read                     jsonb,
  currency                 char(3),
  amount_minor             bigint check (amount_minor > 0),
  payee_id                 uuid references payee.payee,
  payee_version            int,
  -- Equal for rows with the same content only.
  duplicate_key            text,
  -- What the customer approves; the digest of the file is built from these.
  digest                   text,
  -- Set on release: who approved the row, the debited account, and the highest fee.
  released_by              uuid references customer.user,
  source_bankholder_id     text,
  fee_minor                bigint check (fee_minor >= 0),
  payment_id               uuid references payment.payment,
  -- The exchange that was confirmed with the row. Then the fee is in the currency that is sold.
  quote_id                 uuid unique references fx.quote,
  refusal_code             text,
  refusal                  text,
  -- Chosen during validation and approved with the row.
  rail                     text
    check (rail in ('faster-payments', 'sepa-instant', 'sepa-credit-transfer', 'promptpay', 'bahtnet')),
  -- The later date on which the payment leaves, on a working day of its rail. Null: as soon as it is released.
  execution_date           date,
  -- Equal for rows that need the same name check: one answer serves all.
  name_key                 text,
  name_check_requested_at  timestamptz,
  name_check_id            uuid references payee.name_check,
  -- What the row asks before it can be paid: an equal payment, another name than the saved one, and so on.
  questions                jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  -- The release that the row is approved with.
  release_id               uuid references bulk_payment.release,
  -- Nothing is wrong but that colleagues have to approve its payee, who is not added yet.
  awaits_payee             boolean not null default false,
  -- The fraud warning for a row that pays a new payee, and when the releasing user read it.
  warning_code             text check (warning_code ~ '^[a-z_]+\.[0-9]+$'),
  warned_at                timestamptz,
  unique (file_id, number),
  check (state = 'faulty' or state = 'left_out' or (read is not null and digest is not null and amount_minor is not null)),
  check ((payee_id is null) = (payee_version is null)),
  check ((state = 'paid') = (payment_id is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check (state not in ('released', 'paid')
    or (released_by is not null and source_bankholder_id is not null and fee_minor is not null)),
  check ((rail is null) = (digest is null)),
  check (state <> 'checking' or name_key is not null),
  check (state <> 'awaiting_approval' or (release_id is not null and released_by is not null
    and source_bankholder_id is not null and fee_minor is not null)),
  check (release_id is null or state in ('awaiting_approval', 'released', 'paid', 'refused')),
  check (not awaits_payee or (state in ('faulty', 'doubtful', 'left_out') and read is not null)),
  -- A row waits for the customer because of its name check or because of a question.
  constraint row_doubt_has_reason check (state <> 'doubtful' or name_check_id is not null or questions <> '[]'),
  -- Nothing is paid while a question is open.
  constraint row_questions_confirmed check (state not in ('ready', 'awaiting_approval', 'released', 'paid')
    or not jsonb_path_exists(questions, '$[*] ? (@.isConfirmed == false)')),
  constraint row_warning_complete check (warned_at is null or warning_code is not null)
);
create index row_released on bulk_payment.row (file_id, number) where state = 'released';
create index row_duplicate_key on bulk_payment.row (file_id, duplicate_key);
create index row_checking on bulk_payment.row (name_check_requested_at nulls first, id) where state = 'checking';
create index row_checking_payee on bulk_payment.row (name_check_requested_at nulls first, id)
  where awaits_payee and state = 'faulty' and name_key is not null and name_check_id is null;
-- Finds the rows that are checked again once their payee is decided.
create index row_faulty_to_payee on bulk_payment.row (payee_id) where state = 'faulty';
create index row_of_release on bulk_payment.row (release_id) where release_id is not null;
-- Finds all rows that wait for the same name check.
create index row_of_name on bulk_payment.row (name_key) where state = 'checking';
-- Finds unpaid rows when a payee is deleted.
create index row_queued_to_payee on bulk_payment.row (payee_id) where state in ('awaiting_approval', 'released');
-- Finds the rows that equal a payment.
create index row_of_amount on bulk_payment.row (amount_minor, currency)
  where state in ('checking', 'doubtful', 'ready', 'awaiting_approval', 'released');

create trigger state_transition before update of state on bulk_payment.row
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'bulk_payment.row', from_state, unnest(to_states) from (values
  ('faulty', '{doubtful,checking,ready,left_out}'::text[]),
  ('checking', '{faulty,doubtful,ready,left_out}'),
  ('doubtful', '{faulty,checking,ready,left_out}'),
  ('ready', '{faulty,doubtful,checking,left_out,awaiting_approval,released}'),
  ('left_out', '{faulty,doubtful,checking,ready}'),
  ('awaiting_approval', '{ready,released}'),
  ('released', '{paid,refused}'),
  ('refused', '{faulty,doubtful,checking,ready,left_out}')
) as allowed (from_state, to_states);

-- Rows that await approval do not change.
create function bulk_payment.refuse_change_of_pending_row() returns trigger language plpgsql as $$
begin
  raise exception 'row % waits for colleagues', old.id
    using errcode = 'restrict_violation', constraint = 'pending_row_unchanged';
end $$;

create trigger pending_row_unchanged before update on bulk_payment.row for each row
  when (old.state = 'awaiting_approval' and (new.state not in ('ready', 'released')
    or (old.digest, old.read, old.amount_minor, old.currency, old.rail, old.payee_id, old.payee_version, old.execution_date)
      is distinct from (new.digest, new.read, new.amount_minor, new.currency, new.rail, new.payee_id, new.payee_version, new.execution_date)))
  execute function bulk_payment.refuse_change_of_pending_row();
