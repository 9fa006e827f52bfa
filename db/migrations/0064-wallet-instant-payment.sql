-- Customers with a wallet return from their bank to a page of the wallet area.
alter table instant_payment.payment drop constraint payment_device_check,
  add constraint payment_device_check check (device in ('web', 'app', 'wallet'));
