-- The own rails of other countries, and the currencies that only leave: customers keep no accounts in them, and are paid
-- out of the ones they have. Figures follow from those in pence by what one penny is worth, in minor units.
create temporary table worth (code char(3) primary key, per_penny numeric not null, is_new boolean not null) on commit drop;
insert into worth values
  ('GBP', 1, false), ('EUR', 1.15, false), ('THB', 43, false), ('USD', 1.34, false), ('JPY', 2.14, false),
  ('AED', 4.9, true), ('AUD', 1.9, true), ('CAD', 1.86, true), ('CHF', 1.06, true), ('CNY', 9.2, true), ('CZK', 28, true),
  ('DKK', 8.6, true), ('HKD', 10.5, true), ('HUF', 421, true), ('INR', 125, true), ('MXN', 23.3, true), ('NOK', 12.7, true),
  ('NZD', 2.3, true), ('PLN', 4.9, true), ('SEK', 12.5, true), ('SGD', 1.7, true), ('ZAR', 22.3, true);
create temporary table tier (name text not null, is_plus boolean not null) on commit drop;
insert into tier values ('plus', true), ('wallet', false);

insert into fx.price_rule
select sell.code, buy.code, tier.name, case when is_plus then 50 else 120 end, 0, round(25000000 * sell.per_penny, -5), 300, 60, '2020-01-01T00:00:00Z'
from worth sell, worth buy, tier
where sell.code <> buy.code and (sell.is_new or buy.is_new);
insert into review.dual_control_threshold (currency, above_minor, effective_from)
select code, round(2500000 * per_penny, -4), '2020-01-01T00:00:00Z' from worth where is_new;

insert into payment.charge_rule (currency, our_fee_minor, expected_minor, effective_from)
select code, 2500, 2500, '2020-01-01T00:00:00Z' from worth where is_new;
-- SWIFT and the local rails never close; the banks on the way do, so days are allowed for them.
insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute, closes_minute, arrival_seconds, arrival_days)
select rail.name, code, '2020-01-01T00:00:00Z', round(100 * per_penny), 99999999999, null, 'Europe/London', 0, 1440, rail.days * 86400, null
from worth, (values ('swift', 3, false), ('local', 2, true)) as rail (name, days, is_in_all)
where is_new or rail.is_in_all;
insert into payment.fee_rule (rail, currency, tier, fee_minor, effective_from)
select rail.name, code, tier.name, round((case when is_plus then rail.plus else rail.wallet end) * per_penny), '2020-01-01T00:00:00Z'
from worth, tier, (values ('swift', 800, 1200, false), ('local', 250, 400, true)) as rail (name, plus, wallet, is_in_all)
where is_new or rail.is_in_all;
insert into payment.limit_rule (rail, currency, tier, per_payment_minor, per_day_minor, effective_from)
select rail.name, code, tier.name, most, 2 * most, '2020-01-01T00:00:00Z'
from worth, tier, (values ('swift', false), ('local', true)) as rail (name, is_in_all),
  lateral (select round(5000000 * per_penny, -4)::bigint as most) as limits
where is_new or rail.is_in_all;
insert into payment.review_rule (rail, currency, above_minor, documents, effective_from)
select rail.name, code, round(1000000 * per_penny, -4), '{invoice}', '2020-01-01T00:00:00Z'
from worth, (values ('swift', false), ('local', true)) as rail (name, is_in_all)
where is_new or rail.is_in_all;
insert into payment.service_availability (key, is_on) values ('payment.local', true);

-- Two more kinds: a bank by the code of its country's clearing system, and the Mexican number that holds its bank itself.
create or replace function payment.is_account(account jsonb) returns boolean language sql immutable as $$
  select coalesce(case account ->> 'kind'
    when 'uk' then account ->> 'sortCode' ~ '^\d{6}$' and account ->> 'accountNumber' ~ '^\d{8}$'
    when 'iban' then account ->> 'iban' ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'
    when 'thai' then account ->> 'bankCode' ~ '^\d{3}$' and account ->> 'accountNumber' ~ '^\d{6,15}$'
    when 'promptpay' then account ->> 'proxyType' in ('mobile', 'national_id', 'tax_id', 'ewallet') and account ->> 'proxyId' ~ '^\d{9,15}$'
    when 'us' then account ->> 'aba' ~ '^\d{9}$' and account ->> 'accountNumber' ~ '^\d{1,17}$'
    when 'clearing' then account ->> 'system' ~ '^[A-Z]{5}$' and account ->> 'bankCode' ~ '^[A-Z0-9]{3,11}$' and account ->> 'accountNumber' ~ '^\d{4,18}$'
    when 'clabe' then account ->> 'accountNumber' ~ '^\d{18}$'
    when 'other' then account ->> 'bic' ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$' and account ->> 'accountNumber' ~ '^[A-Z0-9]{1,34}$'
  end, false) $$;
