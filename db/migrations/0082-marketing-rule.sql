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
