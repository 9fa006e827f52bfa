-- Bank holidays until 2040, how far each calendar is known, and working days. Holidays are rows that take effect at a time,
-- so that staff change them with a second person and a way back.

-- Non-working days besides Saturday and Sunday.
create table payment.holiday (
  calendar        text not null check (calendar in ('england', 'target', 'thailand', 'us')),
  day             date not null,
  name            text not null constraint holiday_has_a_name check (length(name) between 2 and 80),
  assumed         boolean not null default false,
  -- False: a day that was announced, or assumed, and is withdrawn. Banks work.
  is_closed       boolean not null,
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (calendar, day, effective_from)
);
comment on column payment.holiday.assumed is 'By the rule of other years: nobody has announced it yet. To be replaced once somebody does.';

-- The days on which banks are closed, by the rows in force.
create view payment.holiday_in_force as
select calendar, day, name, assumed from (
  select distinct on (calendar, day) calendar, day, name, assumed, is_closed from payment.holiday
  where effective_from <= now() order by calendar, day, effective_from desc) h
where is_closed;

-- The nth working day from a day; with 0 the day itself or the next working day.
create function payment.working_day(in_calendar text, from_day date, number int) returns date language plpgsql stable as $$
declare
  found_day date := from_day;
  left_over int := number;
begin
  loop
    if extract(isodow from found_day) < 6
      and not exists (select from payment.holiday_in_force where calendar = in_calendar and day = found_day) then
      if left_over <= 0 then return found_day; end if;
      left_over := left_over - 1;
    end if;
    found_day := found_day + 1;
  end loop;
end $$;

-- Until when the holidays of a calendar are known, and the source. No payment is scheduled beyond that day.
create table payment.calendar (
  calendar        text not null check (calendar in ('england', 'target', 'thailand', 'us')),
  effective_from  timestamptz not null,
  known_until     date not null,
  source          text not null check (source <> ''),
  change_id       uuid references platform.setting_change,
  primary key (calendar, effective_from)
);
insert into payment.calendar values
  ('england', '2020-01-01T00:00:00Z', '2040-12-31', 'gov.uk/bank-holidays to 2027, then the Banking and Financial Dealings Act 1971'),
  ('target', '2020-01-01T00:00:00Z', '2040-12-31', 'the ECB’s standing rule'),
  ('thailand', '2020-01-01T00:00:00Z', '2027-12-31', 'the Bank of Thailand for 2026, the rule of other years for 2027'),
  ('us', '2020-01-01T00:00:00Z', '2040-12-31', '5 U.S.C. 6103, as the Federal Reserve Banks keep it');

-- Calendar for counting working days if the rail works every day.
create table payment.currency_calendar (
  currency  char(3) primary key,
  calendar  text not null check (calendar in ('england', 'target', 'thailand', 'us'))
);
insert into payment.currency_calendar values ('GBP', 'england'), ('EUR', 'target'), ('THB', 'thailand'), ('USD', 'us');

-- Easter Sunday, by the Gregorian rule.
create function payment.easter(year int) returns date language plpgsql immutable strict as $$
declare
  golden int := year % 19;
  century int := year / 100;
  epact int := (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30;
  moon int := epact - (epact / 28) * (1 - (epact / 28) * (29 / (epact + 1)) * ((21 - golden) / 11));
  weekday int := (year + year / 4 + moon + 2 - century + century / 4) % 7;
  offset_days int := moon - weekday;
  month int := 3 + (offset_days + 40) / 44;
begin
  return make_date(year, month, offset_days + 28 - 31 * (month / 4));
end $$;

-- The nth given weekday of a month (1 is Monday); with 0 the last one.
create function payment.nth_weekday(year int, month int, weekday int, number int) returns date language sql immutable strict as $$
  select max(day)::date from generate_series(make_date(year, month, 1), make_date(year, month, 1) + interval '1 month - 1 day', '1 day') as day
  where extract(isodow from day) = weekday and (number = 0 or extract(day from day) <= 7 * number) $$;

-- Holidays of a year that follow from a law or standing rule. Thai holidays depend on the moon and the cabinet, so
-- they are listed.
create function payment.holidays_by_rule(in_calendar text, year int) returns table (day date, name text) language sql immutable strict as $$
  with fixed (calendar, month, day_of_month, name) as (values
    ('target', 1, 1, 'New Year’s Day'), ('target', 5, 1, 'Labour Day'), ('target', 12, 25, 'Christmas Day'), ('target', 12, 26, 'Christmas holiday'),
    ('us', 1, 1, 'New Year’s Day'), ('us', 6, 19, 'Juneteenth'), ('us', 7, 4, 'Independence Day'), ('us', 11, 11, 'Veterans Day'), ('us', 12, 25, 'Christmas Day'),
    ('england', 1, 1, 'New Year’s Day'), ('england', 12, 25, 'Christmas Day'), ('england', 12, 26, 'Boxing Day')),
  floating (calendar, month, weekday, number, name) as (values
    ('england', 5, 1, 1, 'Early May bank holiday'), ('england', 5, 1, 0, 'Spring bank holiday'), ('england', 8, 1, 0, 'Summer bank holiday'),
    ('us', 1, 1, 3, 'Martin Luther King Jr. Day'), ('us', 2, 1, 3, 'Washington’s Birthday'), ('us', 5, 1, 0, 'Memorial Day'),
    ('us', 9, 1, 1, 'Labor Day'), ('us', 10, 1, 2, 'Columbus Day'), ('us', 11, 4, 4, 'Thanksgiving Day')),
  dated as (select calendar, make_date(year, month, day_of_month) as day, name from fixed where calendar = in_calendar)
  -- In England a holiday on a weekend moves to the next free weekday. In the USA a Sunday holiday moves to Monday and a
  -- Saturday holiday is lost. TARGET holidays do not move.
  select case
      when calendar = 'england' and extract(isodow from d.day) = 6 then d.day + 2
      when calendar = 'england' and extract(isodow from d.day) = 7 then d.day + case when d.name = 'New Year’s Day' then 1 else 2 end
      when calendar = 'us' and extract(isodow from d.day) = 7 then d.day + 1
      else d.day
    end, d.name
  from dated d where calendar <> 'us' or extract(isodow from d.day) <> 6
  union all select payment.nth_weekday(year, month, weekday, number), floating.name from floating where calendar = in_calendar
  union all select payment.easter(year) - 2, 'Good Friday' where in_calendar in ('england', 'target')
  union all select payment.easter(year) + 1, 'Easter Monday' where in_calendar in ('england', 'target') $$;

-- England and Wales: gov.uk/bank-holidays. TARGET: the ECB's standing rule. Thailand: announced by the Bank of Thailand for
-- 2026. US: the Federal Reserve's list.
insert into payment.holiday (calendar, day, name, assumed, is_closed, effective_from)
select calendar, day::date, name, false, true, '2020-01-01T00:00:00Z' from (values
  ('england', '2026-01-01', 'New Year’s Day'), ('england', '2026-04-03', 'Good Friday'),
  ('england', '2026-04-06', 'Easter Monday'), ('england', '2026-05-04', 'Early May bank holiday'),
  ('england', '2026-05-25', 'Spring bank holiday'), ('england', '2026-08-31', 'Summer bank holiday'),
  ('england', '2026-12-25', 'Christmas Day'), ('england', '2026-12-28', 'Boxing Day'),
  ('england', '2027-01-01', 'New Year’s Day'), ('england', '2027-03-26', 'Good Friday'),
  ('england', '2027-03-29', 'Easter Monday'), ('england', '2027-05-03', 'Early May bank holiday'),
  ('england', '2027-05-31', 'Spring bank holiday'), ('england', '2027-08-30', 'Summer bank holiday'),
  ('england', '2027-12-27', 'Christmas Day'), ('england', '2027-12-28', 'Boxing Day'),
  ('target', '2026-01-01', 'New Year’s Day'), ('target', '2026-04-03', 'Good Friday'),
  ('target', '2026-04-06', 'Easter Monday'), ('target', '2026-05-01', 'Labour Day'),
  ('target', '2026-12-25', 'Christmas Day'), ('target', '2026-12-26', 'Christmas holiday'),
  ('target', '2027-01-01', 'New Year’s Day'), ('target', '2027-03-26', 'Good Friday'),
  ('target', '2027-03-29', 'Easter Monday'), ('target', '2027-05-01', 'Labour Day'),
  ('target', '2027-12-25', 'Christmas Day'), ('target', '2027-12-26', 'Christmas holiday'),
  ('thailand', '2026-01-01', 'New Year’s Day'), ('thailand', '2026-01-02', 'New Year holiday'),
  ('thailand', '2026-03-03', 'Makha Bucha Day'), ('thailand', '2026-04-06', 'Chakri Memorial Day'),
  ('thailand', '2026-04-13', 'Songkran'), ('thailand', '2026-04-14', 'Songkran'), ('thailand', '2026-04-15', 'Songkran'),
  ('thailand', '2026-05-01', 'Labour Day'), ('thailand', '2026-05-04', 'Coronation Day'),
  ('thailand', '2026-06-01', 'Visakha Bucha Day'), ('thailand', '2026-06-03', 'Birthday of the Queen'),
  ('thailand', '2026-07-28', 'Birthday of the King'), ('thailand', '2026-07-29', 'Asarnha Bucha Day'),
  ('thailand', '2026-08-12', 'Mother’s Day'), ('thailand', '2026-10-13', 'Memorial Day of King Bhumibol'),
  ('thailand', '2026-10-23', 'Chulalongkorn Day'), ('thailand', '2026-12-07', 'Birthday of King Bhumibol'),
  ('thailand', '2026-12-10', 'Constitution Day'), ('thailand', '2026-12-31', 'New Year’s Eve'),
  ('us', '2026-01-01', 'New Year’s Day'), ('us', '2026-01-19', 'Martin Luther King Jr. Day'),
  ('us', '2026-02-16', 'Washington’s Birthday'), ('us', '2026-05-25', 'Memorial Day'),
  ('us', '2026-06-19', 'Juneteenth'), ('us', '2026-09-07', 'Labor Day'), ('us', '2026-10-12', 'Columbus Day'),
  ('us', '2026-11-11', 'Veterans Day'), ('us', '2026-11-26', 'Thanksgiving Day'), ('us', '2026-12-25', 'Christmas Day'),
  ('us', '2027-01-01', 'New Year’s Day'), ('us', '2027-01-18', 'Martin Luther King Jr. Day'),
  ('us', '2027-02-15', 'Washington’s Birthday'), ('us', '2027-05-31', 'Memorial Day'),
  ('us', '2027-07-05', 'Independence Day'), ('us', '2027-09-06', 'Labor Day'), ('us', '2027-10-11', 'Columbus Day'),
  ('us', '2027-11-11', 'Veterans Day'), ('us', '2027-11-25', 'Thanksgiving Day')
) as announced (calendar, day, name);

-- Thailand has announced no holidays for 2027 yet: these follow the rule of other years.
insert into payment.holiday (calendar, day, name, assumed, is_closed, effective_from)
select 'thailand', day::date, name, true, true, '2020-01-01T00:00:00Z' from (values
  ('2027-01-01', 'New Year’s Day'), ('2027-02-22', 'Makha Bucha Day'),
  ('2027-04-06', 'Chakri Memorial Day'), ('2027-04-13', 'Songkran'),
  ('2027-04-14', 'Songkran'), ('2027-04-15', 'Songkran'),
  ('2027-05-03', 'Labour Day'), ('2027-05-04', 'Coronation Day'),
  ('2027-05-20', 'Visakha Bucha Day'), ('2027-06-03', 'Birthday of the Queen'),
  ('2027-07-19', 'Asarnha Bucha Day'), ('2027-07-28', 'Birthday of the King'),
  ('2027-08-12', 'Mother’s Day'), ('2027-10-13', 'Memorial Day of King Bhumibol'),
  ('2027-10-25', 'Chulalongkorn Day'), ('2027-12-06', 'Birthday of King Bhumibol'),
  ('2027-12-10', 'Constitution Day'), ('2027-12-31', 'New Year’s Eve')
) as expected (day, name);

insert into payment.holiday (calendar, day, name, assumed, is_closed, effective_from)
select calendar, rule.day, rule.name,
  calendar = 'england', -- a royal proclamation can move a bank holiday
  true, '2020-01-01T00:00:00Z'
from unnest(array['england', 'target', 'us']) as calendar, generate_series(2028, 2040) as year,
  lateral payment.holidays_by_rule(calendar, year) as rule;
