-- The codes with which a bank gives an order back because it asks something. Any other rejection is its last word. A later row
-- of a code wins from its date on. Codes: ISO 20022 external status reasons.
create table payment.rfi_reason_code (
  code            text not null check (code ~ '^[A-Z0-9]{1,4}$'),
  effective_from  timestamptz not null,
  is_rfi            boolean not null,
  primary key (code, effective_from)
);
insert into payment.rfi_reason_code (code, effective_from, is_rfi)
select code, '2020-01-01T00:00:00Z', true
from unnest(array['ED03', 'FF07', 'MINF', 'RECI', 'RR01', 'RR02', 'RR03', 'RR05', 'RR06', 'RR12']) as code;

-- A payment that the bank gave back goes once more as another order, under ids of its own.
alter table payment.payment
  add column attempt smallint not null default 1 check (attempt between 1 and 99),
  -- By what the bank knows the order that it has, or gets next. No reference has a nought.
  add column instruction_id text not null generated always as (case when attempt = 1 then reference else reference || '0' || attempt end) stored,
  -- When it was handed over again.
  add column resubmitted_at timestamptz,
  -- What its order says to the bank that asked.
  add column rfi_response text check (length(rfi_response) between 1 and 140),
  -- When the bank said that it had carried out an order that it had given back.
  add column status_conflict_at timestamptz,
  add constraint payment_first_attempt_answers_nothing check (attempt > 1 or num_nonnulls(resubmitted_at, rfi_response, status_conflict_at) = 0);

-- What whoever lets a payment go says to the bank that asked.
alter table review.decision add column answer text check (length(answer) between 1 and 140);

-- The orders that came back.
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
create trigger given_back_append_only before update or delete on payment.rejected_attempt for each row execute function platform.refuse_change();
