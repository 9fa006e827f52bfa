-- The flag switched nothing until now, so whoever had it off keeps their payments by SWIFT, and sees what they saw before:
-- the history is open to whoever has both flags.
alter table customer.customer alter column swift set default true;
update customer.customer set swift = true, show_swift_history = false where not swift;
