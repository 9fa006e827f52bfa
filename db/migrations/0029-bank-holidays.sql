-- Bank holidays until 2040, and how far each calendar is known.

-- England and Wales: gov.uk/bank-holidays. TARGET: the ECB's standing rule. Thailand: announced by the Bank of Thailand for
-- 2026. US: the Federal Reserve's list.
insert into payment.holiday (calendar, day, name) values
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
  ('us', '2027-11-11', 'Veterans Day'), ('us', '2027-11-25', 'Thanksgiving Day');

-- Thailand has announced no holidays for 2027 yet: these follow the rule of other years.
insert into payment.holiday (calendar, day, name, assumed) values
  ('thailand', '2027-01-01', 'New Year’s Day', true), ('thailand', '2027-02-22', 'Makha Bucha Day', true),
  ('thailand', '2027-04-06', 'Chakri Memorial Day', true), ('thailand', '2027-04-13', 'Songkran', true),
  ('thailand', '2027-04-14', 'Songkran', true), ('thailand', '2027-04-15', 'Songkran', true),
  ('thailand', '2027-05-03', 'Labour Day', true), ('thailand', '2027-05-04', 'Coronation Day', true),
  ('thailand', '2027-05-20', 'Visakha Bucha Day', true), ('thailand', '2027-06-03', 'Birthday of the Queen', true),
  ('thailand', '2027-07-19', 'Asarnha Bucha Day', true), ('thailand', '2027-07-28', 'Birthday of the King', true),
  ('thailand', '2027-08-12', 'Mother’s Day', true), ('thailand', '2027-10-13', 'Memorial Day of King Bhumibol', true),
  ('thailand', '2027-10-25', 'Chulalongkorn Day', true), ('thailand', '2027-12-06', 'Birthday of King Bhumibol', true),
  ('thailand', '2027-12-10', 'Constitution Day', true), ('thailand', '2027-12-31', 'New Year’s Eve', true);

insert into payment.holiday (calendar, day, name, assumed)
select calendar, rule.day, rule.name, calendar = 'england' -- a royal proclamation can move a bank holiday
from unnest(array['england', 'target', 'us']) as calendar, generate_series(2028, 2040) as year,
  lateral payment.holidays_by_rule(calendar, year) as rule;

insert into payment.calendar values
  ('england', '2020-01-01T00:00:00Z', '2040-12-31', 'gov.uk/bank-holidays to 2027, then the Banking and Financial Dealings Act 1971'),
  ('target', '2020-01-01T00:00:00Z', '2040-12-31', 'the ECB’s standing rule'),
  ('thailand', '2020-01-01T00:00:00Z', '2027-12-31', 'the Bank of Thailand for 2026, the rule of other years for 2027'),
  ('us', '2020-01-01T00:00:00Z', '2040-12-31', '5 U.S.C. 6103, as the Federal Reserve Banks keep it');

insert into payment.currency_calendar values ('GBP', 'england'), ('EUR', 'target'), ('THB', 'thailand'), ('USD', 'us');
