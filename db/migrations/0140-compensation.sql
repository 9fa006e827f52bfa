create schema compensation;

-- The most that one payment is compensated with, over all. A later row wins from its date on; a currency without a row has none.
create table compensation.ceiling (
  currency        char(3) not null,
  max_minor      bigint not null check (max_minor > 0),
  effective_from  timestamptz not null,
  primary key (currency, effective_from)
);
insert into compensation.ceiling (currency, max_minor, effective_from)
select currency, max_minor, '2020-01-01T00:00:00Z'
from (values ('GBP', 25000), ('EUR', 30000), ('USD', 30000), ('THB', 1000000), ('JPY', 45000), ('AED', 120000), ('AUD', 50000),
  ('CAD', 45000), ('CHF', 28000), ('CNY', 230000), ('CZK', 700000), ('DKK', 220000), ('HKD', 250000), ('HUF', 11000000),
  ('INR', 2700000), ('MXN', 600000), ('NOK', 340000), ('NZD', 55000), ('PLN', 130000), ('SEK', 340000), ('SGD', 43000),
  ('ZAR', 580000)) as most (currency, max_minor);

-- What a delay of a payment cost its payer, and we bear: one proposes it, and another pays or refuses it.
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
  constraint nobody_decides_their_own check (decided_by <> proposed_by),
  constraint decided_by_somebody check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint paid_by_an_operation check ((state = 'paid') = (operation_id is not null)),
  constraint refused_for_a_reason check ((state = 'refused') = (decision_note is not null))
);
create unique index one_proposal_at_a_time on compensation.compensation (payment_id) where state = 'proposed';
create index compensation_of_payment on compensation.compensation (payment_id, decided_at);
create index compensation_in_state on compensation.compensation (state, proposed_at desc);

-- What was proposed stands, and what was decided is decided once.
create function compensation.refuse_second_thoughts() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.payment_id, new.customer_id, new.account_id, new.currency, new.amount_minor, new.proposed_by)
    is distinct from (old.payment_id, old.customer_id, old.account_id, old.currency, old.amount_minor, old.proposed_by) then
    raise exception 'compensation % is what was proposed, and decided once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger decided_once before update on compensation.compensation
  for each row execute function compensation.refuse_second_thoughts();
