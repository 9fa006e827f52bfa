-- All records of a customer as one archive: statements of all accounts since they were opened, letters and payees. Kept as
-- long as a closed account can be signed in to.

alter table statement.export add column is_closing_pack boolean not null default false;
alter table statement.export add constraint closing_pack_in_background
  check (not is_closing_pack or in_background and subscription_id is null);
