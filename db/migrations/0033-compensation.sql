-- Compensation paid by staff and its reversal.

create schema compensation;

-- The most that can be compensated for one payment in total. A currency without a row has no ceiling.
create table compensation.ceiling (
  currency        char(3) not null,
  max_minor       bigint not null check (max_minor > 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into compensation.ceiling (currency, max_minor, effective_from)
select currency, max_minor, '2020-01-01T00:00:00Z'
from (values ('GBP', 25000), ('EUR', 30000), ('USD', 30000), ('THB', 1000000), ('JPY', 45000), ('AED', 120000), ('AUD', 50000),
  ('CAD', 45000), ('CHF', 28000), ('CNY', 230000), ('CZK', 700000), ('DKK', 220000), ('HKD', 250000), ('HUF', 11000000),
  ('INR', 2700000), ('MXN', 600000), ('NOK', 340000), ('NZD', 55000), ('PLN', 130000), ('SEK', 340000), ('SGD', 43000),
  ('ZAR', 580000)) as most (currency, max_minor);

-- Compensation for a delayed payment: proposed by one member of staff, paid or refused by another.
create table compensation.compensation (
  id             uuid primary key,
  payment_id     uuid not null,
  customer_id    uuid not null references customer.customer,
  account_id     uuid not null references bank_account.account,
  currency       char(3) not null,
  amount_minor   bigint not null check (amount_minor > 0),
  reason         text not null check (reason in ('bank_charge', 'interest', 'other')),
  note           text not null,
  evidence       text,
  state          text not null default 'proposed' check (state in ('proposed', 'paid', 'refused')),
  proposed_by    uuid not null references staff.member,
  proposed_at    timestamptz not null default now(),
  decided_by     uuid references staff.member,
  decided_at     timestamptz,
  decision_note  text,
  operation_id   uuid unique,
  constraint decider_is_not_proposer check (decided_by <> proposed_by),
  constraint decided_by_somebody
    check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint paid_by_an_operation check ((state = 'paid') = (operation_id is not null)),
  constraint refused_for_a_reason check ((state = 'refused') = (decision_note is not null))
);
create unique index one_proposal_at_a_time on compensation.compensation (payment_id) where state = 'proposed';
create index compensation_of_payment on compensation.compensation (payment_id, decided_at);
create index compensation_in_state on compensation.compensation (state, proposed_at desc);

-- Reversal of compensation paid by mistake: proposed by one member of staff, made or refused by another.
create table compensation.reversal (
  id               uuid primary key,
  compensation_id  uuid not null references compensation.compensation,
  reason           text not null check (length(reason) between 10 and 500),
  state            text not null default 'proposed' check (state in ('proposed', 'taken_back', 'refused')),
  proposed_by      uuid not null references staff.member,
  proposed_at      timestamptz not null default now(),
  decided_by       uuid references staff.member,
  decided_at       timestamptz,
  decision_note    text,
  operation_id     uuid unique,
  constraint reversal_decider_is_not_proposer check (decided_by <> proposed_by),
  constraint reversal_decided_by_somebody check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint reversed_by_an_operation check ((state = 'taken_back') = (operation_id is not null)),
  constraint reversal_refused_for_a_reason check ((state = 'refused') = (decision_note is not null))
);
-- One open or completed reversal per compensation.
create unique index one_open_reversal on compensation.reversal (compensation_id) where state <> 'refused';

-- A proposal never changes, and it is decided once.
create function compensation.refuse_change_of_decided() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.payment_id, new.customer_id, new.account_id, new.currency, new.amount_minor, new.proposed_by)
    is distinct from (old.payment_id, old.customer_id, old.account_id, old.currency, old.amount_minor, old.proposed_by) then
    raise exception 'compensation % is what was proposed, and decided once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger decided_once before update on compensation.compensation
  for each row execute function compensation.refuse_change_of_decided();

create function compensation.refuse_reversal_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.id, new.compensation_id, new.reason, new.proposed_by)
    is distinct from (old.id, old.compensation_id, old.reason, old.proposed_by) then
    raise exception 'reversal % is what was proposed, and decided once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger reversal_decided_once before update on compensation.reversal
  for each row execute function compensation.refuse_reversal_change();
