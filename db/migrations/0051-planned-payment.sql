-- How far ahead a payment can be planned, when it leaves on its day by the clocks of its rail, how often it is tried again,
-- and how many working days a payment without money waits for it. A later row wins from its date on.
create table payment.scheduling_rule (
  effective_from  timestamptz primary key,
  max_days_ahead  int not null check (max_days_ahead between 1 and 366),
  first_attempt_time       time not null,
  retry_minutes   int not null check (retry_minutes > 0),
  funding_working_days      int not null check (funding_working_days >= 0)
);
insert into payment.scheduling_rule values ('2020-01-01T00:00:00Z', 365, '06:00', 10, 2);

-- Whose working days are counted where a rail itself works every day.
create table payment.currency_calendar (
  currency  char(3) primary key,
  calendar  text not null check (calendar in ('england', 'target', 'thailand', 'us'))
);
insert into payment.currency_calendar values ('GBP', 'england'), ('EUR', 'target'), ('THB', 'thailand'), ('USD', 'us');

alter table payment.payment
  -- The key of the service that has to be on when a planned payment leaves.
  add column service text,
  -- When a planned payment leaves, and once it has left, when it did; null: it was not planned.
  add column execute_at timestamptz,
  -- When a planned payment is looked at next.
  add column next_attempt_at timestamptz,
  add constraint payment_planned_check check (execution_date is null or (execute_at is not null and service is not null)),
  add constraint payment_try_check check ((next_attempt_at is not null) = (state in ('scheduled', 'awaiting_funds')));
create index payment_to_try on payment.payment (next_attempt_at) where next_attempt_at is not null;
create index payment_short on payment.payment (account_id) where state = 'awaiting_funds';
-- What is planned counts towards the limit of its own day.
create index payment_planned on payment.payment (customer_id, execute_at) where execute_at is not null;
