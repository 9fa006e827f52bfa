-- Payees of every type: what names an account differs by type, so it is one document, and one text that tells the
-- account from all others of its type. The words of old versions and old evidence stay what they were.
alter table payee.payee
  drop constraint payee_type_check,
  add constraint payee_type_check check (type in ('gbp', 'eur', 'thb', 'swt', 'usd', 'localatw', 'swiftatw')),
  alter column sort_code type text using sort_code || ' ' || account_number,
  add column details jsonb,
  add column reason_code text check (reason_code in ('name_check', 'team_approval', 'compliance', 'bank_details_invalid'));
drop index payee.payee_once;
alter table payee.payee rename column sort_code to account;
update payee.payee
set details = jsonb_build_object('sortCode', split_part(account, ' ', 1), 'accountNumber', account_number),
  reason_code = case status when 'pending' then 'compliance' when 'reject' then 'bank_details_invalid' end;
alter table payee.payee
  alter column details set not null,
  add constraint payee_names_an_account check (account <> ''),
  drop column account_number;
create unique index payee_once on payee.payee (customer_id, type, currency, account) where deleted_at is null;

alter table payee.version
  alter column details type jsonb using details - 'sortCode' - 'accountNumber' || jsonb_build_object(
    'type', 'gbp', 'currency', 'GBP', 'reasonCode', null,
    'account', (details ->> 'sortCode') || ' ' || (details ->> 'accountNumber'),
    'details', jsonb_build_object('sortCode', details -> 'sortCode', 'accountNumber', details -> 'accountNumber'));

alter table payee.name_check
  alter column sort_code type text using sort_code || ' ' || account_number,
  add column payee_type text not null default 'gbp',
  drop column account_number;
alter table payee.name_check rename column sort_code to account;
alter table payee.name_check alter column payee_type drop default;

-- That the customer went on in spite of an answer: evidence, and the reason not to ask about the same for a while.
create table payee.name_check_override (
  name_check_id  uuid primary key references payee.name_check,
  customer_id    uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  accepted_at    timestamptz not null
);
create index name_acceptance_of_customer on payee.name_check_override (customer_id, accepted_at);
create trigger name_acceptance_append_only before update or delete on payee.name_check_override for each row execute function platform.refuse_change();
