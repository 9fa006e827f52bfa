-- What a customer wrote about a dispute is erased with the customer.
alter table card_payment.dispute drop constraint dispute_note_check,
  add constraint dispute_note_check check (length(note) between 10 and 1000 or note = 'Erased');
