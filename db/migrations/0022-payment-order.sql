-- One payment order for every rail: how it travels, between which accounts as its rail names them, and who asked for it.
create function payment.is_account(account jsonb) returns boolean language sql immutable as $$
  select coalesce(case account ->> 'kind'
    when 'uk' then account ->> 'sortCode' ~ '^\d{6}$' and account ->> 'accountNumber' ~ '^\d{8}$'
    when 'iban' then account ->> 'iban' ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'
    when 'thai' then account ->> 'bankCode' ~ '^\d{3}$' and account ->> 'accountNumber' ~ '^\d{6,15}$'
    when 'promptpay' then account ->> 'proxyType' in ('mobile', 'national_id', 'tax_id', 'ewallet') and account ->> 'proxyId' ~ '^\d{9,15}$'
    when 'us' then account ->> 'aba' ~ '^\d{9}$' and account ->> 'accountNumber' ~ '^\d{1,17}$'
    when 'other' then account ->> 'bic' ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$' and account ->> 'accountNumber' ~ '^[A-Z0-9]{1,34}$'
  end, false) $$;

create function payment.is_address(address jsonb) returns boolean language sql immutable as $$
  select address is null or coalesce(address ->> 'town' <> '' and address ->> 'country' ~ '^[A-Z]{2}$', false) $$;

drop index payment.payment_under_way;
alter table payment.payment
  drop constraint payment_state_check,
  add constraint payment_state_check check (state in (
    'draft', 'awaiting_approval', 'awaiting_sca', 'scheduled', 'awaiting_funds', 'screening', 'in_review', 'info_required',
    'ready', 'submitted', 'sent', 'completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired')),
  add column kind text not null default 'domestic'
    check (kind in ('domestic', 'swift', 'global_same', 'global_cross', 'internal')),
  add column route text not null default 'direct' check (route in ('direct', 'ifx')),
  add column source text not null default 'customer' check (source in ('customer', 'standing_order', 'bulk', 'auto_fx')),
  add column source_id uuid,
  add column payer_account jsonb,
  add column payer_address jsonb check (payment.is_address(payer_address)),
  add column payee_account jsonb,
  add column payee_address jsonb check (payment.is_address(payee_address)),
  -- The payee's account in one line, as lists and receipts show it.
  add column payee_summary text,
  add column charge_bearer text check (charge_bearer in ('OUR', 'SHA', 'BEN')),
  add column purpose text,
  -- Not before this day; null: as soon as its rail takes it.
  add column execution_date date,
  add column documents_required text[] not null default '{}',
  -- What this one payment waits for, where that is more than its state says.
  add column next_step text,
  add column deadline_at timestamptz,
  add column is_in_progress boolean not null generated always as (state in (
    'awaiting_approval', 'awaiting_sca', 'scheduled', 'awaiting_funds', 'screening', 'in_review', 'info_required', 'ready',
    'submitted', 'sent')) stored,
  add constraint payment_source_has_id check ((source = 'customer') = (source_id is null));

update payment.payment set
  payer_account = jsonb_build_object('kind', 'uk', 'sortCode', payer_sort_code, 'accountNumber', payer_account_number),
  payee_account = jsonb_build_object('kind', 'uk', 'sortCode', payee_sort_code, 'accountNumber', payee_account_number),
  payee_summary = regexp_replace(payee_sort_code, '(..)(..)(..)', '\1-\2-\3') || ' · ' || payee_account_number;

alter table payment.payment
  alter column payer_account set not null,
  alter column payee_account set not null,
  alter column payee_summary set not null,
  add constraint payment_payer_account_check check (payment.is_account(payer_account)),
  add constraint payment_payee_account_check check (payment.is_account(payee_account)),
  drop column payer_sort_code,
  drop column payer_account_number,
  drop column payee_sort_code,
  drop column payee_account_number;

create index payment_under_way on payment.payment (next_update_at) where is_in_progress;
-- Whoever asks for a payment by itself asks for it once.
create unique index payment_once_of_source on payment.payment (source, source_id) where source_id is not null;

-- Where a payment may go from each state. The same table stands in the code and in docs/payment-states.md.
create table payment.next_state (
  from_state  text not null,
  to_state    text not null,
  primary key (from_state, to_state)
);
insert into payment.next_state (from_state, to_state) values
  ('draft', 'awaiting_approval'), ('draft', 'awaiting_sca'),
  ('awaiting_approval', 'awaiting_sca'), ('awaiting_approval', 'draft'), ('awaiting_approval', 'expired'),
  ('awaiting_sca', 'scheduled'), ('awaiting_sca', 'screening'), ('awaiting_sca', 'cancelled'), ('awaiting_sca', 'expired'),
  ('scheduled', 'awaiting_funds'), ('scheduled', 'screening'), ('scheduled', 'cancelled'),
  ('awaiting_funds', 'screening'), ('awaiting_funds', 'cancelled'), ('awaiting_funds', 'expired'),
  ('screening', 'ready'), ('screening', 'in_review'), ('screening', 'rejected'), ('screening', 'cancelled'),
  ('in_review', 'ready'), ('in_review', 'info_required'), ('in_review', 'rejected'), ('in_review', 'cancelled'),
  ('info_required', 'in_review'), ('info_required', 'expired'), ('info_required', 'cancelled'),
  ('ready', 'submitted'), ('ready', 'cancelled'), ('ready', 'in_review'),
  ('submitted', 'sent'), ('submitted', 'failed'), ('submitted', 'rejected'), ('submitted', 'in_review'),
  ('sent', 'completed'), ('sent', 'returned'),
  ('completed', 'returned');
create trigger next_state_fixed before update or delete on payment.next_state for each row execute function platform.refuse_change();

create function payment.refuse_step() returns trigger language plpgsql as $$
begin
  if exists (select from payment.next_state where from_state = old.state and to_state = new.state) then return new; end if;
  raise exception 'a payment does not go from % to %', old.state, new.state
    using errcode = 'check_violation', constraint = 'payment_next_state';
end $$;
create trigger payment_next_state before update of state on payment.payment
  for each row when (old.state <> new.state) execute function payment.refuse_step();

create function payment.refuse_jump() returns trigger language plpgsql as $$
declare
  jump record;
begin
  select fresh.payment_id, before.state as was, fresh.state as becomes into jump
  from fresh left join payment.transition before on before.payment_id = fresh.payment_id and before.seq = fresh.seq - 1
  where fresh.seq > 1 and not exists (
    select from payment.next_state where from_state = before.state and to_state = fresh.state)
  limit 1;
  if not found then return null; end if;
  raise exception 'the life of payment % does not go from % to %', jump.payment_id, jump.was, jump.becomes
    using errcode = 'check_violation', constraint = 'transition_next_state';
end $$;
create trigger transition_next_state after insert on payment.transition
  referencing new table as fresh for each statement execute function payment.refuse_jump();

-- From which amount a person looks at a payment, and which documents it needs then. A later row wins from its date on;
-- documents are asked for by the row with the highest amount that the payment is above.
create table payment.review_rule (
  rail            text not null,
  currency        char(3) not null,
  above_minor     bigint not null check (above_minor >= 0),
  documents       text[] not null,
  effective_from  timestamptz not null,
  effective_to    timestamptz,
  primary key (rail, currency, above_minor, effective_from)
);
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from) values
  ('faster-payments', 'GBP', 2000000, '{source_of_funds}', '2020-01-01T00:00:00Z');
