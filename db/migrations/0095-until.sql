-- A service that is off may say until when: from then on it is on by itself. Null: until somebody switches it on.
alter table payment.service_availability add column disabled_until timestamptz;
create view payment.service_availability_now as
  select key, is_on or coalesce(disabled_until <= now(), false) as is_on, message,
    case when not is_on and disabled_until > now() then disabled_until end as disabled_until
  from payment.service_availability;

-- What a free transfer is good for: by which rails, and where it names a currency, up to how much of it.
alter table payment.fee_waiver
  add column applies_to text[] not null default '{faster-payments,sepa-instant,sepa-credit-transfer,promptpay,bahtnet}'
    check (cardinality(applies_to) > 0),
  add column currency char(3),
  add column max_minor bigint check (max_minor > 0),
  add constraint free_trade_most check ((currency is null) = (max_minor is null));
