-- Where money may go: nothing to a country that is prohibited, and only past a person to one that is enhanced. A later row
-- wins from its date on; a country without a row is standard.
create schema country;
create table country.rule (
  country         char(2) not null check (country ~ '^[A-Z]{2}$'),
  risk            text not null check (risk in ('standard', 'enhanced', 'prohibited')),
  effective_from  timestamptz not null,
  primary key (country, effective_from)
);
-- The FATF's call for action: counter-measures against two, enhanced diligence against the third.
insert into country.rule (country, risk, effective_from) values
  ('IR', 'prohibited', '2020-01-01T00:00:00Z'), ('KP', 'prohibited', '2020-01-01T00:00:00Z'),
  ('MM', 'enhanced', '2022-10-21T00:00:00Z');
create view country.current_risk as
  select distinct on (country) country, risk from country.rule where effective_from <= now()
  order by country, effective_from desc;

alter table bank_directory.bank add column name_th text check (length(name_th) between 1 and 140);
