-- Payments: the payment itself, its history, bank messages, incoming credits, recalls.

create table payment.payment (
  id                      uuid primary key,
  reference               text not null unique check (reference ~ '^[A-Z0-9]{4,16}$'),
  customer_id             uuid not null references customer.customer,
  user_id                 uuid not null references customer.user,
  account_id              uuid not null references bank_account.account,
  rail                    text not null check (rail in ('faster-payments', 'sepa-credit-transfer', 'sepa-instant', 'promptpay',
    'bahtnet', 'fedwire', 'swift', 'local')),
  payee_id                uuid not null references payee.payee,
  payee_version           int not null,
  payee_name              text not null,
  payer_name              text not null,
  currency                char(3) not null,
  amount_minor            bigint not null check (amount_minor > 0),
  fee_minor               bigint not null check (fee_minor >= 0),
  payee_reference         text not null,
  uetr                    uuid not null unique,
  name_check_id           uuid references payee.name_check,
  state                   text not null check (state in (
    'draft', 'awaiting_approval', 'awaiting_sca', 'scheduled', 'awaiting_funds', 'screening', 'in_review', 'info_required',
    'ready', 'submitted', 'sent', 'completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired')),
  reason_code             text,
  reason                  text,
  rail_reference          text,
  is_held_for_checks      boolean not null default false,
  arrival_earliest        timestamptz not null,
  arrival_latest          timestamptz not null,
  next_update_at          timestamptz,
  created_at              timestamptz not null default now(),
  kind                    text not null default 'domestic'
    check (kind in ('domestic', 'swift', 'global_same', 'global_cross', 'internal')),
  route                   text not null default 'direct' check (route in ('direct', 'ifx')),
  source                  text not null default 'customer'
    check (source in ('customer', 'standing_order', 'bulk', 'auto_fx')),
  source_id               uuid,
  payer_account           jsonb not null check (payment.is_account(payer_account)),
  payer_address           jsonb check (payment.is_address(payer_address)),
  payee_account           jsonb not null check (payment.is_account(payee_account)),
  payee_address           jsonb check (payment.is_address(payee_address)),
  -- The payee's account in one line, for lists and receipts.
  payee_summary           text not null,
  charge_bearer           text check (charge_bearer in ('OUR', 'SHA', 'BEN')),
  purpose                 text,
  -- Null: as soon as possible.
  execution_date          date,
  documents_required      text[] not null default '{}',
  -- What the payment waits for, if its state does not say it.
  next_step               text,
  deadline_at             timestamptz,
  is_in_progress          boolean not null generated always as (state in (
    'awaiting_approval', 'awaiting_sca', 'scheduled', 'awaiting_funds', 'screening', 'in_review', 'info_required', 'ready',
    'submitted', 'sent')) stored,
  -- When the rail opens; null: it is open.
  not_before              timestamptz,
  scheme                  text check (scheme in ('auto', 'sct', 'inst')),
  -- Cross-currency payments: the quote and the whole debit, including the exchange fee.
  quote_id                uuid unique references fx.quote,
  sold_currency           char(3) check (sold_currency <> currency),
  sold_minor              bigint check (sold_minor > 0),
  -- A part that another balance paid: the quote that bought what the account lacked.
  rest_quote_id           uuid unique references fx.quote,
  -- Deductions by intermediary banks, expected and actual, in the currency received.
  charges_expected_minor  bigint check (charges_expected_minor >= 0),
  charges_minor           bigint check (charges_minor >= 0),
  -- The service that must be available when a scheduled payment executes.
  service                 text,
  -- When a scheduled payment executes or executed; null: it was not scheduled.
  execute_at              timestamptz,
  -- When a scheduled payment is tried next.
  next_attempt_at         timestamptz,
  -- The payer's private note, information that partners require, and the balance after the payment.
  note                    text check (length(note) between 1 and 500),
  source_of_funds         text
    check (source_of_funds in ('salary', 'business', 'savings', 'property', 'gift', 'loan', 'other')),
  relationship            text check (length(relationship) between 1 and 50),
  available_after_minor   bigint,
  -- The payer's own id, passed to the payee; null: ours is passed.
  end_to_end_id           text check (end_to_end_id ~ '^[A-Za-z0-9/?:().,''+ -]{1,35}$'),
  -- The fraud warning shown before a payment to a new payee: code, text, and when the payer continued.
  warning_code            text check (warning_code ~ '^[a-z_]+\.[0-9]+$'),
  warning_text            text,
  warned_at               timestamptz,
  -- Set if a resubmitted draft placed another hold; null: the hold has the payment's id.
  hold_id                 uuid unique,
  arrival_days_off        text not null default 'counted'
    check (arrival_days_off in ('counted', 'unannounced', 'elsewhere')),
  -- An instruction that the bank rejected to request information is sent again with ids of its own.
  attempt                 smallint not null default 1 check (attempt between 1 and 99),
  -- Id of the current or next instruction at the bank. References never contain 0, so ids are unique.
  instruction_id          text not null generated always as
    (case when attempt = 1 then reference else reference || '0' || attempt end) stored,
  -- When the instruction was submitted again.
  resubmitted_at          timestamptz,
  -- Our answer to the bank's request for information.
  rfi_response            text check (length(rfi_response) between 1 and 140),
  -- When the bank reported that it executed an instruction that it had rejected.
  status_conflict_at      timestamptz,
  foreign key (payee_id, payee_version) references payee.version (payee_id, version),
  constraint payment_source_has_id check ((source = 'customer') = (source_id is null)),
  constraint payment_exchange_check check (
    (quote_id is null) = (sold_currency is null) and (sold_minor is null) = (sold_currency is null)),
  constraint payment_planned_check check (execution_date is null or (execute_at is not null and service is not null)),
  constraint payment_try_check check ((next_attempt_at is not null) = (state in ('scheduled', 'awaiting_funds'))),
  constraint payment_warning_is_whole check (num_nulls(warning_code, warning_text, warned_at) in (0, 3)),
  constraint payment_first_attempt_has_no_rfi check (attempt > 1 or num_nonnulls(resubmitted_at, rfi_response) = 0),
  constraint payment_first_attempt_conflict_after_sending check (
    attempt > 1 or status_conflict_at is null or state in ('sent', 'completed', 'returned'))
);
create index payment_of_customer on payment.payment (customer_id, created_at desc);
create index payment_of_payee on payment.payment (payee_id, created_at desc);
create index payment_in_progress on payment.payment (next_update_at) where is_in_progress;
-- Newest first per account and state. A page reads its rows only, also of a rare state among many payments.
create index payment_of_account_by_state on payment.payment (account_id, state, created_at desc, id desc);
-- Scheduled payments are listed in the order in which they execute.
create index payment_to_execute on payment.payment (account_id, execute_at, id) where state = 'scheduled';
-- A source creates each payment once.
create unique index payment_once_of_source on payment.payment (source, source_id) where source_id is not null;
create index payment_not_before on payment.payment (not_before) where state = 'ready' and not_before is not null;
create index payment_next_attempt on payment.payment (next_attempt_at) where next_attempt_at is not null;
create index payment_awaiting_funds on payment.payment (account_id) where state = 'awaiting_funds';
-- Scheduled payments count towards the limit of their execution day.
create index payment_scheduled on payment.payment (customer_id, execute_at) where execute_at is not null;
-- Payments under review by the time of the next update or reminder.
create index payment_review_update on payment.payment (next_update_at) where state in ('in_review', 'info_required');
create trigger state_transition before update of state on payment.payment
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'payment.payment', from_state, unnest(to_states) from (values
  ('draft', '{awaiting_approval,awaiting_sca,cancelled}'::text[]),
  ('awaiting_approval', '{awaiting_sca,draft,expired}'),
  ('awaiting_sca', '{scheduled,screening,cancelled,expired}'),
  ('scheduled', '{awaiting_funds,screening,cancelled}'),
  ('awaiting_funds', '{screening,cancelled,expired}'),
  ('screening', '{ready,in_review,rejected,cancelled}'),
  ('in_review', '{ready,info_required,sent,rejected,cancelled}'),
  ('info_required', '{in_review,expired,cancelled}'),
  ('ready', '{submitted,cancelled,in_review}'),
  ('submitted', '{sent,failed,rejected,in_review}'),
  ('sent', '{completed,returned}'),
  ('completed', '{returned}')
) as allowed (from_state, to_states);

-- A payment under review becomes sent only if the bank reported that it executed the instruction.
create function payment.require_status_conflict() returns trigger language plpgsql as $$
begin
  raise exception 'payment % leaves a review without a word of the bank', new.id
    using errcode = 'check_violation', constraint = 'payment_settled_in_review';
end $$;

create trigger payment_settled_in_review before update of state on payment.payment
  for each row when (old.state = 'in_review' and new.state = 'sent' and new.status_conflict_at is null)
  execute function payment.require_status_conflict();

-- History of a payment; the timeline shows it.
create table payment.transition (
  payment_id  uuid not null references payment.payment,
  seq         smallint not null,
  state       text not null,
  at          timestamptz not null default now(),
  note        text,
  primary key (payment_id, seq)
);
create trigger transition_append_only before update or delete on payment.transition
  for each row execute function platform.refuse_change();

create function payment.refuse_skipped_transition() returns trigger language plpgsql as $$
declare
  jump record;
begin
  select fresh.payment_id, before.state as was, fresh.state as becomes into jump
  from fresh left join payment.transition before on before.payment_id = fresh.payment_id and before.seq = fresh.seq - 1
  where fresh.seq > 1 and not exists (
    select from platform.state_transition
    where table_name = 'payment.payment' and from_state = before.state and to_state = fresh.state)
  limit 1;
  if not found then return null; end if;
  raise exception 'the life of payment % does not go from % to %', jump.payment_id, jump.was, jump.becomes
    using errcode = 'check_violation', constraint = 'transition_next_state';
end $$;

create trigger transition_next_state after insert on payment.transition
  referencing new table as fresh for each statement execute function payment.refuse_skipped_transition();

-- A payment that costs the customer nothing.
create table payment.fee_waiver (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  source       text not null check (source in ('signup', 'referral', 'promo', 'goodwill')),
  status       text not null default 'available' check (status in ('available', 'reserved', 'used', 'expired')),
  payment_id   uuid references payment.payment,
  expires_at   timestamptz,
  created_at   timestamptz not null default now(),
  -- Rails that the free transfer covers, and if a currency is given, the largest amount.
  applies_to   text[] not null default '{faster-payments,sepa-instant,sepa-credit-transfer,promptpay,bahtnet}'
    check (cardinality(applies_to) > 0),
  currency     char(3),
  max_minor    bigint check (max_minor > 0),
  check ((status in ('reserved', 'used')) = (payment_id is not null)),
  constraint fee_waiver_max check ((currency is null) = (max_minor is null))
);
create index fee_waiver_available on payment.fee_waiver (customer_id, expires_at) where status = 'available';
create unique index fee_waiver_once on payment.fee_waiver (payment_id) where payment_id is not null;

-- Every ISO 20022 message as sent or received.
create table payment.message (
  id          bigint generated always as identity primary key,
  payment_id  uuid references payment.payment,
  direction   text not null check (direction in ('out', 'in')),
  kind        text not null,
  document    text not null,
  at          timestamptz not null default now()
);
create index message_of_payment on payment.message (payment_id, id);
create trigger message_append_only before update or delete on payment.message
  for each row execute function platform.refuse_change();

-- Events from the bank; the primary key makes repeats harmless.
create table payment.rail_event (
  event_id     uuid primary key,
  sequence     bigint not null,
  kind         text not null,
  at           timestamptz not null,
  received_at  timestamptz not null default now(),
  document     text not null
);

-- Incoming money, matched to an account or parked until the owner is known.
create table payment.incoming_credit (
  id              uuid primary key,
  rail_reference  text not null unique,
  account_id      uuid references bank_account.account,
  currency        char(3) not null,
  amount_minor    bigint not null check (amount_minor > 0),
  payer_name      text not null,
  reference       text not null,
  booked_at       timestamptz not null,
  received_at     timestamptz not null default now()
);

-- Requests to recall a payment. Recalled money arrives as a separate return.
create table payment.recall (
  payment_id    uuid primary key references payment.payment,
  recall_id     uuid not null unique,
  user_id       uuid not null references customer.user,
  reason        text not null check (reason in ('DUPL', 'TECH', 'FRAD', 'CUST')),
  state         text not null default 'asked' check (state in ('asked', 'pending', 'accepted', 'refused')),
  answer_code   text,
  requested_at  timestamptz not null,
  responded_at  timestamptz,
  check ((responded_at is null) = (state in ('asked', 'pending')))
);
create index recall_not_delivered on payment.recall (requested_at) where state = 'asked';

-- Instructions that the bank rejected to request information.
create table payment.rejected_attempt (
  payment_id   uuid not null references payment.payment,
  attempt      smallint not null,
  uetr         uuid not null unique,
  reason_code  text not null,
  -- In the bank's words.
  reason_text  text,
  at           timestamptz not null default now(),
  primary key (payment_id, attempt)
);
-- The home page of staff counts over one day.
create index rejected_attempt_in_time on payment.rejected_attempt (at);
create trigger rejected_attempt_append_only before update or delete on payment.rejected_attempt
  for each row execute function platform.refuse_change();
