-- What each rail takes, when, and how long it needs: rows with a date, never constants in the code.
create table payment.rail_rule (
  rail             text not null,
  currency         char(3) not null,
  effective_from   timestamptz not null,
  min_minor        bigint not null check (min_minor > 0),
  max_minor        bigint not null,
  -- The days on which it works; null: every day, around the clock.
  calendar         text,
  time_zone        text not null,
  opens_minute     smallint not null default 0 check (opens_minute between 0 and 1439),
  closes_minute    smallint not null default 1440 check (closes_minute between 1 and 1440),
  -- How long a payment needs once it is handed over: seconds, or the end of so many working days later.
  arrival_seconds  int,
  arrival_days     smallint,
  primary key (rail, currency, effective_from),
  check ((arrival_seconds is null) <> (arrival_days is null)),
  check (arrival_days is null or calendar is not null)
);
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute, closes_minute, arrival_seconds, arrival_days) values
  ('faster-payments', 'GBP', '2020-01-01T00:00:00Z', 1, 100000000, null, 'Europe/London', 0, 1440, 7200, null),
  ('sepa-instant', 'EUR', '2020-01-01T00:00:00Z', 1, 10000000, null, 'Europe/Brussels', 0, 1440, 60, null),
  ('sepa-credit-transfer', 'EUR', '2020-01-01T00:00:00Z', 1, 99999999999, 'target', 'Europe/Brussels', 420, 960, null, 1),
  ('promptpay', 'THB', '2020-01-01T00:00:00Z', 1, 200000000, null, 'Asia/Bangkok', 0, 1440, 300, null),
  ('bahtnet', 'THB', '2020-01-01T00:00:00Z', 1, 99999999999, 'thailand', 'Asia/Bangkok', 510, 990, null, 0),
  ('fedwire', 'USD', '2020-01-01T00:00:00Z', 1, 99999999999, 'us', 'America/New_York', 0, 1125, null, 0);

-- Days besides Saturday and Sunday on which nothing moves.
create table payment.holiday (
  calendar  text not null check (calendar in ('england', 'target', 'thailand', 'us')),
  day       date not null,
  name      text not null,
  primary key (calendar, day)
);
-- England and Wales: gov.uk/bank-holidays. TARGET: the ECB's standing rule. Thailand: announced by the Bank of Thailand for
-- 2026, by rule for 2027. US: the Federal Reserve's list.
insert into payment.holiday (calendar, day, name) values
  ('england', '2026-01-01', 'New Year’s Day'), ('england', '2026-04-03', 'Good Friday'), ('england', '2026-04-06', 'Easter Monday'),
  ('england', '2026-05-04', 'Early May bank holiday'), ('england', '2026-05-25', 'Spring bank holiday'),
  ('england', '2026-08-31', 'Summer bank holiday'), ('england', '2026-12-25', 'Christmas Day'), ('england', '2026-12-28', 'Boxing Day'),
  ('england', '2027-01-01', 'New Year’s Day'), ('england', '2027-03-26', 'Good Friday'), ('england', '2027-03-29', 'Easter Monday'),
  ('england', '2027-05-03', 'Early May bank holiday'), ('england', '2027-05-31', 'Spring bank holiday'),
  ('england', '2027-08-30', 'Summer bank holiday'), ('england', '2027-12-27', 'Christmas Day'), ('england', '2027-12-28', 'Boxing Day'),
  ('target', '2026-01-01', 'New Year’s Day'), ('target', '2026-04-03', 'Good Friday'), ('target', '2026-04-06', 'Easter Monday'),
  ('target', '2026-05-01', 'Labour Day'), ('target', '2026-12-25', 'Christmas Day'), ('target', '2026-12-26', 'Christmas holiday'),
  ('target', '2027-01-01', 'New Year’s Day'), ('target', '2027-03-26', 'Good Friday'), ('target', '2027-03-29', 'Easter Monday'),
  ('target', '2027-05-01', 'Labour Day'), ('target', '2027-12-25', 'Christmas Day'), ('target', '2027-12-26', 'Christmas holiday'),
  ('thailand', '2026-01-01', 'New Year’s Day'), ('thailand', '2026-01-02', 'New Year holiday'), ('thailand', '2026-03-03', 'Makha Bucha Day'),
  ('thailand', '2026-04-06', 'Chakri Memorial Day'), ('thailand', '2026-04-13', 'Songkran'), ('thailand', '2026-04-14', 'Songkran'),
  ('thailand', '2026-04-15', 'Songkran'), ('thailand', '2026-05-01', 'Labour Day'), ('thailand', '2026-05-04', 'Coronation Day'),
  ('thailand', '2026-06-01', 'Visakha Bucha Day'), ('thailand', '2026-06-03', 'Birthday of the Queen'),
  ('thailand', '2026-07-28', 'Birthday of the King'), ('thailand', '2026-07-29', 'Asarnha Bucha Day'),
  ('thailand', '2026-08-12', 'Mother’s Day'), ('thailand', '2026-10-13', 'Memorial Day of King Bhumibol'),
  ('thailand', '2026-10-23', 'Chulalongkorn Day'), ('thailand', '2026-12-07', 'Birthday of King Bhumibol'),
  ('thailand', '2026-12-10', 'Constitution Day'), ('thailand', '2026-12-31', 'New Year’s Eve'),
  ('thailand', '2027-01-01', 'New Year’s Day'), ('thailand', '2027-02-22', 'Makha Bucha Day'), ('thailand', '2027-04-06', 'Chakri Memorial Day'),
  ('thailand', '2027-04-13', 'Songkran'), ('thailand', '2027-04-14', 'Songkran'), ('thailand', '2027-04-15', 'Songkran'),
  ('thailand', '2027-05-03', 'Labour Day'), ('thailand', '2027-05-04', 'Coronation Day'), ('thailand', '2027-05-20', 'Visakha Bucha Day'),
  ('thailand', '2027-06-03', 'Birthday of the Queen'), ('thailand', '2027-07-19', 'Asarnha Bucha Day'),
  ('thailand', '2027-07-28', 'Birthday of the King'), ('thailand', '2027-08-12', 'Mother’s Day'),
  ('thailand', '2027-10-13', 'Memorial Day of King Bhumibol'), ('thailand', '2027-10-25', 'Chulalongkorn Day'),
  ('thailand', '2027-12-06', 'Birthday of King Bhumibol'), ('thailand', '2027-12-10', 'Constitution Day'), ('thailand', '2027-12-31', 'New Year’s Eve'),
  ('us', '2026-01-01', 'New Year’s Day'), ('us', '2026-01-19', 'Martin Luther King Jr. Day'), ('us', '2026-02-16', 'Washington’s Birthday'),
  ('us', '2026-05-25', 'Memorial Day'), ('us', '2026-06-19', 'Juneteenth'), ('us', '2026-09-07', 'Labor Day'),
  ('us', '2026-10-12', 'Columbus Day'), ('us', '2026-11-11', 'Veterans Day'), ('us', '2026-11-26', 'Thanksgiving Day'),
  ('us', '2026-12-25', 'Christmas Day'), ('us', '2027-01-01', 'New Year’s Day'), ('us', '2027-01-18', 'Martin Luther King Jr. Day'),
  ('us', '2027-02-15', 'Washington’s Birthday'), ('us', '2027-05-31', 'Memorial Day'), ('us', '2027-07-05', 'Independence Day'),
  ('us', '2027-09-06', 'Labor Day'), ('us', '2027-10-11', 'Columbus Day'), ('us', '2027-11-11', 'Veterans Day'),
  ('us', '2027-11-25', 'Thanksgiving Day');

-- The so-many-th working day from a day on; the nought-th is the day itself, or the first working day after it.
create function payment.working_day(in_calendar text, from_day date, number int) returns date language plpgsql stable as $$
declare
  found_day date := from_day;
  left_over int := number;
begin
  loop
    if extract(isodow from found_day) < 6
      and not exists (select from payment.holiday where calendar = in_calendar and day = found_day) then
      if left_over <= 0 then return found_day; end if;
      left_over := left_over - 1;
    end if;
    found_day := found_day + 1;
  end loop;
end $$;

-- When a rail next takes what is handed to it: at once, or when it opens; and until when it does so.
create function payment.opening(rule payment.rail_rule, at timestamptz, out opens_at timestamptz, out closes_at timestamptz, out arrives_by timestamptz)
language plpgsql stable as $$
declare
  local_now timestamp := at at time zone rule.time_zone;
  opening_day date;
begin
  if rule.calendar is null then
    opens_at := at;
    arrives_by := at + rule.arrival_seconds * interval '1 second';
    return;
  end if;
  opening_day := payment.working_day(rule.calendar, local_now::date, 0);
  if opening_day = local_now::date and local_now >= opening_day + rule.closes_minute * interval '1 minute' then
    opening_day := payment.working_day(rule.calendar, opening_day + 1, 0);
  end if;
  opens_at := greatest((opening_day + rule.opens_minute * interval '1 minute') at time zone rule.time_zone, at);
  closes_at := (opening_day + rule.closes_minute * interval '1 minute') at time zone rule.time_zone;
  arrives_by := coalesce(
    opens_at + rule.arrival_seconds * interval '1 second',
    -- By six in the evening where the payee is, and never before the rail's own close.
    (payment.working_day(rule.calendar, opening_day, rule.arrival_days)
      + greatest(1080, case rule.arrival_days when 0 then rule.closes_minute end) * interval '1 minute') at time zone rule.time_zone);
end $$;

-- Banks that take less than the rail would carry.
create table payment.payee_bank_limit (
  rail            text not null,
  bank_code       text not null,
  max_minor       bigint not null check (max_minor > 0),
  effective_from  timestamptz not null,
  primary key (rail, bank_code, effective_from)
);
insert into payment.payee_bank_limit (rail, bank_code, max_minor, effective_from) values
  ('promptpay', '030', 50000000, '2020-01-01T00:00:00Z'),
  ('promptpay', '033', 50000000, '2020-01-01T00:00:00Z'),
  ('promptpay', '034', 150000000, '2020-01-01T00:00:00Z'),
  ('promptpay', '071', 4999900, '2020-01-01T00:00:00Z');

insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from) values
  ('sepa-credit-transfer', 'EUR', 'plus', 40, '2020-01-01T00:00:00Z'), ('sepa-credit-transfer', 'EUR', 'wallet', 60, '2020-01-01T00:00:00Z'),
  ('sepa-instant', 'EUR', 'plus', 40, '2020-01-01T00:00:00Z'), ('sepa-instant', 'EUR', 'wallet', 60, '2020-01-01T00:00:00Z'),
  ('promptpay', 'THB', 'plus', 1500, '2020-01-01T00:00:00Z'), ('promptpay', 'THB', 'wallet', 2500, '2020-01-01T00:00:00Z'),
  ('bahtnet', 'THB', 'plus', 15000, '2020-01-01T00:00:00Z'), ('bahtnet', 'THB', 'wallet', 20000, '2020-01-01T00:00:00Z');
insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select rail, currency, tier, per_payment, per_day, '2020-01-01T00:00:00Z'
from (values ('sepa-credit-transfer', 'EUR', 5000000, 10000000), ('sepa-instant', 'EUR', 2500000, 5000000),
  ('promptpay', 'THB', 200000000, 400000000), ('bahtnet', 'THB', 500000000, 1000000000)) as rule (rail, currency, per_payment, per_day),
  (values ('plus'), ('wallet')) as tiers (tier);
insert into payment.service_availability (key, is_on) values
  ('payment.eur', true), ('payment.thb', true), ('payment.ifx.gbp', true), ('payment.ifx.eur', true);
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from) values
  ('sepa-credit-transfer', 'EUR', 2000000, '{source_of_funds}', '2020-01-01T00:00:00Z'),
  ('sepa-instant', 'EUR', 2000000, '{source_of_funds}', '2020-01-01T00:00:00Z'),
  ('bahtnet', 'THB', 200000000, '{invoice}', '2020-01-01T00:00:00Z');

alter table payment.payment
  -- The rail is closed until then; null: nothing holds it back.
  add column not_before timestamptz,
  add column scheme text check (scheme in ('auto', 'sct', 'inst'));
create index payment_not_before on payment.payment (not_before) where state = 'ready' and not_before is not null;

-- A wish to have a payment back. What is given back comes as a return of its own.
create table payment.recall (
  payment_id   uuid primary key references payment.payment,
  recall_id    uuid not null unique,
  user_id    uuid not null references customer.user,
  reason       text not null check (reason in ('DUPL', 'TECH', 'FRAD', 'CUST')),
  state        text not null default 'asked' check (state in ('asked', 'pending', 'accepted', 'refused')),
  answer_code  text,
  requested_at     timestamptz not null,
  responded_at  timestamptz,
  check ((responded_at is null) = (state in ('asked', 'pending')))
);
create index recall_not_delivered on payment.recall (requested_at) where state = 'asked';
