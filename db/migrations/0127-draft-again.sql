-- A draft that is sent once more sets its money aside anew: a hold is never used twice. Null: the hold bears the payment's id.
alter table payment.payment add column hold_id uuid unique;
