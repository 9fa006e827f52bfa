-- What is promised of a payment that waits, and how near to each other two equal ones are asked about. A later row wins
-- from its date on.
create table payment.setting (
  effective_from     timestamptz primary key,
  duplicate_minutes  int not null check (duplicate_minutes >= 0),
  -- Under review: when its payer hears more, and by when it is decided.
  update_interval_hours         int not null check (update_interval_hours > 0),
  decision_sla_hours       int not null check (decision_sla_hours >= update_interval_hours),
  -- For a question: so long to answer, with a reminder after so many days of it.
  hold_days        int not null check (hold_days > 0),
  reminder_days      int[] not null check (array_position(reminder_days, null) is null)
);
insert into payment.setting values ('2020-01-01T00:00:00Z', 10, 24, 96, 10, '{5,8}');

-- How long the bank may take to answer an order before it is asked; SEPA Instant promises ten seconds.
alter table payment.rail_rule add column response_timeout_seconds int not null default 15 check (response_timeout_seconds > 0);
update payment.rail_rule set response_timeout_seconds = 10 where rail = 'sepa-instant';

-- The Sunday of Easter, by the Gregorian rule.
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

-- The so-many-th such weekday of a month (1 is Monday); the nought-th is the last one.
create function payment.nth_weekday(year int, month int, weekday int, number int) returns date language sql immutable strict as $$
  select max(day)::date from generate_series(make_date(year, month, 1), make_date(year, month, 1) + interval '1 month - 1 day', '1 day') as day
  where extract(isodow from day) = weekday and (number = 0 or extract(day from day) <= 7 * number) $$;

-- The days off of a year where a law or standing rule names them. Thailand's go by the moon and by the cabinet: they are listed.
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
  -- In England a day off on a weekend moves to the next weekday that is none; in the USA one on a Sunday to Monday, and one
  -- on a Saturday is lost. TARGET moves nothing.
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

insert into payment.holiday (calendar, day, name, assumed)
select calendar, rule.day, rule.name, calendar = 'england' -- a proclamation may move one, as it has
from unnest(array['england', 'target', 'us']) as calendar, generate_series(2028, 2040) as year,
  lateral payment.holidays_by_rule(calendar, year) as rule;

-- Until when the days off of a calendar are known, and from whom. Nothing is planned beyond. A later row wins from its date
-- on.
create table payment.calendar (
  calendar        text not null check (calendar in ('england', 'target', 'thailand', 'us')),
  effective_from  timestamptz not null,
  known_until     date not null,
  source          text not null check (source <> ''),
  primary key (calendar, effective_from)
);
insert into payment.calendar values
  ('england', '2020-01-01T00:00:00Z', '2040-12-31', 'gov.uk/bank-holidays to 2027, then the Banking and Financial Dealings Act 1971'),
  ('target', '2020-01-01T00:00:00Z', '2040-12-31', 'the ECB’s standing rule'),
  ('thailand', '2020-01-01T00:00:00Z', '2027-12-31', 'the Bank of Thailand for 2026, the rule of other years for 2027'),
  ('us', '2020-01-01T00:00:00Z', '2040-12-31', '5 U.S.C. 6103, as the Federal Reserve Banks keep it');
