-- Whoever goes on in spite of a name that does not match says why, in their own words: evidence for later.
alter table payee.name_check_override add column reason text check (reason <> '');

-- A payee that somebody has to look at is found without reading all the others.
create index payee_waiting on payee.payee (created_at) where status = 'pending' and deleted_at is null;

-- Which bank an account number names. The operator imports a table; a country and code, or a BIC, find the bank.
create schema bank_directory;
create table bank_directory.bank (
  country  char(2) not null check (country ~ '^[A-Z]{2}$'),
  code     text not null check (code ~ '^[A-Z0-9]{1,12}$'),
  bic      text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  name     text not null check (length(name) between 1 and 140),
  primary key (country, code)
);
create index bank_by_bic on bank_directory.bank (left(bic, 8));
create index bank_by_name on bank_directory.bank (lower(name) text_pattern_ops);
