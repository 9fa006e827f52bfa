-- Notice of price rises: how long before a rise customers are informed, what they were informed of, and who was.

create schema price_notice;

create table price_notice.rule (
  tier            text not null check (tier in ('wallet', 'plus')),
  -- Two by our terms and by regulation 50 of the Payment Services Regulations 2017.
  notice_months   int not null check (notice_months between 2 and 12),
  -- Days that are added to the earliest date, so that a second person has time to approve.
  approval_days   int not null check (approval_days between 0 and 60),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (tier, effective_from)
);
insert into price_notice.rule values ('wallet', 2, 7, '2020-01-01T00:00:00Z'), ('plus', 2, 7, '2020-01-01T00:00:00Z');

-- One for each approved change that raises a price. A job informs the customers in batches.
create table price_notice.notice (
  id                  uuid primary key references platform.setting_change,
  takes_effect_at     timestamptz not null,
  rises               jsonb not null check (jsonb_array_length(rises) > 0),
  created_at          timestamptz not null default now(),
  sent_at             timestamptz,
  -- The scheduled change was cancelled. Customers who were informed are informed of that.
  withdrawn_at        timestamptz,
  withdrawal_sent_at  timestamptz,
  check (takes_effect_at > created_at),
  check (withdrawal_sent_at is null or withdrawn_at is not null)
);
create index notice_to_send on price_notice.notice (id)
  where (withdrawn_at is null and sent_at is null) or (withdrawn_at is not null and withdrawal_sent_at is null);
create index notice_coming on price_notice.notice (takes_effect_at) where withdrawn_at is null;

-- Written in the transaction that announces the notice to the customer, so nobody is informed twice.
create table price_notice.recipient (
  notice_id     uuid not null references price_notice.notice,
  customer_id   uuid not null references customer.customer,
  informed_at   timestamptz not null default now(),
  withdrawn_at  timestamptz,
  primary key (notice_id, customer_id)
);
create index recipient_to_correct on price_notice.recipient (notice_id, customer_id) where withdrawn_at is null;
