-- How much may go to a payee in the first hours of its account, in the currency that leaves. A currency without a row has
-- no such limit; a later row wins from its date on.
create table payment.new_payee_limit (
  currency        char(3) not null,
  limit_minor     bigint not null check (limit_minor >= 0),
  hours           int not null check (hours between 1 and 168),
  effective_from  timestamptz not null,
  primary key (currency, effective_from)
);
-- Half of what the largest payment may carry.
insert into payment.new_payee_limit (currency, limit_minor, hours, effective_from)
select currency, max(per_payment_minor) / 2, 24, '2020-01-01T00:00:00Z' from payment.limit_rule group by currency;

-- Since when money goes to this account in the name of this payee.
alter table payee.payee add column account_set_at timestamptz;
update payee.payee set account_set_at = created_at;
alter table payee.payee alter column account_set_at set not null;

-- What a payer says of a payment: a note to themselves, and what partners ask for. And what was then left to them.
alter table payment.payment
  add column note text check (length(note) between 1 and 500),
  add column source_of_funds text check (source_of_funds in ('salary', 'business', 'savings', 'property', 'gift', 'loan', 'other')),
  add column relationship text check (length(relationship) between 1 and 50),
  add column available_after_minor bigint;
