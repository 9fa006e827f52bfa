-- Schema payment: checks of account and address objects, shared by customers and payments.

create schema payment;

-- Thai accounts have 5 to 16 digits. A building society account can have a roll number, and a bank abroad can be
-- reached through an intermediary.
create function payment.is_account(account jsonb) returns boolean language sql immutable as $$
  select coalesce(case account ->> 'kind'
    when 'uk' then account ->> 'sortCode' ~ '^\d{6}$' and account ->> 'accountNumber' ~ '^\d{8}$'
      and coalesce(account ->> 'rollNumber' ~ '^[A-Za-z0-9 /.-]{1,18}$', true)
    when 'iban' then account ->> 'iban' ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'
      and coalesce(account ->> 'throughBic' ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$', true)
    when 'thai' then account ->> 'bankCode' ~ '^\d{3}$' and account ->> 'accountNumber' ~ '^\d{5,16}$'
    when 'promptpay' then account ->> 'proxyType' in ('mobile', 'national_id', 'tax_id', 'ewallet') and account ->> 'proxyId' ~ '^\d{9,15}$'
    when 'us' then account ->> 'aba' ~ '^\d{9}$' and account ->> 'accountNumber' ~ '^\d{1,17}$'
    when 'clearing' then account ->> 'system' ~ '^[A-Z]{5}$' and account ->> 'bankCode' ~ '^[A-Z0-9]{3,11}$' and account ->> 'accountNumber' ~ '^\d{4,18}$'
    when 'clabe' then account ->> 'accountNumber' ~ '^\d{18}$'
    when 'other' then account ->> 'bic' ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$' and account ->> 'accountNumber' ~ '^[A-Z0-9]{1,34}$'
      and coalesce(account ->> 'throughBic' ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$', true)
  end, false) $$;

create function payment.is_address(address jsonb) returns boolean language sql immutable as $$
  select address is null or coalesce(address ->> 'town' <> '' and address ->> 'country' ~ '^[A-Z]{2}$', false) $$;
