-- Bank directory and risk ratings of countries.

-- Banks by country and bank code, or by BIC. Imported by the operator.
create schema bank_directory;

create table bank_directory.bank (
  country  char(2) not null check (country ~ '^[A-Z]{2}$'),
  code     text not null check (code ~ '^[A-Z0-9]{1,12}$'),
  bic      text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  name     text not null check (length(name) between 1 and 140),
  name_th  text check (length(name_th) between 1 and 140),
  -- As a data: URL, from the imported file.
  logo     text check (logo like 'data:image/%' and length(logo) <= 40000),
  primary key (country, code)
);
create index bank_by_bic on bank_directory.bank (left(bic, 8));
create index bank_by_name on bank_directory.bank (lower(name) text_pattern_ops);

-- Payments to prohibited countries are refused; payments to enhanced-risk countries are reviewed. A country without a
-- row is standard.
create schema country;

create table country.rule (
  country         char(2) not null check (country ~ '^[A-Z]{2}$'),
  risk            text not null check (risk in ('standard', 'enhanced', 'prohibited')),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (country, effective_from)
);
-- The FATF's call for action: counter-measures against two countries, enhanced due diligence for the third.
insert into country.rule (country, risk, effective_from) values
  ('IR', 'prohibited', '2020-01-01T00:00:00Z'), ('KP', 'prohibited', '2020-01-01T00:00:00Z'),
  ('MM', 'enhanced', '2022-10-21T00:00:00Z');
