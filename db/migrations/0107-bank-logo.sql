-- The sign of a bank, as the operator's file has it: a picture as a data: address.
alter table bank_directory.bank add column logo text check (logo like 'data:image/%' and length(logo) <= 40000);
