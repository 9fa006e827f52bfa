-- Campaigns, notice of price rises, and reviews that customers write.

-- Fees and discounts of campaigns, each a line of its own in the price.
create schema marketing;

create table marketing.rule (
  code            text not null check (code ~ '^[A-Z0-9-]{2,30}$'),
  -- What the customer reads beside the amount.
  label           text not null check (length(label) between 1 and 60),
  audience        text not null check (audience in ('all', 'wallet', 'plus')),
  -- An exchange, or payments of a rail.
  product         text not null check (product in ('exchange', 'faster-payments', 'sepa-credit-transfer', 'sepa-instant',
    'promptpay', 'bahtnet', 'fedwire', 'swift', 'local')),
  -- In which the fee is taken: of an exchange the currency sold.
  currency        char(3) not null,
  -- Exchanges into this currency only; null: into any.
  buy             char(3) check (buy is null or (buy <> currency and product = 'exchange')),
  effect          text not null check (effect in ('add', 'waive', 'discount')),
  unit            text not null check (unit in ('fixed', 'pct')),
  -- An amount in `currency`, or percent of the fee.
  value           numeric(17, 2) not null check (value >= 0),
  -- The most that a percentage takes off.
  cap_minor       bigint check (cap_minor is null or (cap_minor > 0 and unit = 'pct')),
  -- The last London day; null: until it is changed.
  ends            date,
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (code, effective_from),
  constraint marketing_effect_has_a_value check ((effect = 'waive') = (value = 0)),
  constraint marketing_percentage_of_the_fee check (unit = 'fixed' or (effect <> 'add' and value <= 100)),
  constraint marketing_ends_after_it_begins check (ends >= (effective_from at time zone 'Europe/London')::date)
);

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

-- What customers write about the bank for everyone to read. A person has one review per customer, and may replace it.
create schema public_review;

create table public_review.review (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  rating       int not null check (rating between 1 and 5),
  body         text not null check (length(body) <= 1000),
  shows_name   boolean not null,
  written_at   timestamptz not null default now(),
  -- Taken down by staff, who must name a ground: a low rating is none.
  hidden_at    timestamptz,
  hidden_by    uuid references staff.member,
  hidden_for   text check (hidden_for in ('personal_data', 'insult', 'not_about_us', 'advertising', 'not_genuine')),
  unique (customer_id, user_id),
  check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_for is null))
);
create index review_shown on public_review.review (written_at desc) where hidden_at is null;
