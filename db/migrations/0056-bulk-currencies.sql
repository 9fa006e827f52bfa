-- Files pay euros and baht, too. How a row travels is decided when it is looked at, and approved with it.
alter table bulk_payment.row
  add column rail text check (rail in ('faster-payments', 'sepa-instant', 'sepa-credit-transfer', 'promptpay', 'bahtnet'));
update bulk_payment.row set rail = 'faster-payments' where digest is not null;
alter table bulk_payment.row add check ((rail is null) = (digest is null));
