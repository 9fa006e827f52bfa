-- The payer's own number of a payment, which travels to the payee; null: ours does.
alter table payment.payment add column end_to_end_id text check (end_to_end_id ~ '^[A-Za-z0-9/?:().,''+ -]{1,35}$');
