-- Standing orders in every currency that has a rail here, and out of one currency into another.
alter table standing_order.standing_order
  add column account_currency char(3),
  add column payee_currency char(3),
  -- Abroad by SWIFT: who bears the charges of the banks on the way.
  add column charge_type text check (charge_type in ('SHA', 'OUR')),
  -- Out of one currency into another: whether the amount is what is sent, or what is received.
  add column amount_side text check (amount_side in ('sent', 'received')),
  -- The least of the payee's currency that one of the account's has to buy, and what happens when it buys less.
  add column floor_rate numeric(25, 10) check (floor_rate > 0),
  add column on_breach text check (on_breach in ('hold_and_ask', 'pay_anyway', 'skip')),
  -- The most that may leave the account for one date, fees inside.
  add column max_minor bigint check (max_minor > 0);
update standing_order.standing_order set account_currency = currency, payee_currency = currency;
alter table standing_order.standing_order
  alter column account_currency set not null,
  alter column payee_currency set not null,
  add constraint standing_order_exchange_check check (
    (account_currency <> payee_currency) = (amount_side is not null)
    and (amount_side is null) = (on_breach is null)
    and (amount_side is not null or floor_rate is null)
    and (amount_side is not distinct from 'received') = (max_minor is not null)
    and currency = case amount_side when 'received' then payee_currency else account_currency end);

-- A date that waits for its customer: the rate it would have had. It waits until `next_attempt_at`.
alter table standing_order.occurrence
  add column held_rate numeric(25, 10) check (held_rate > 0),
  drop constraint occurrence_state_check,
  add constraint occurrence_state_check check (state in ('upcoming', 'due', 'retrying', 'held_fx', 'paid', 'failed', 'skipped')),
  drop constraint occurrence_check,
  add constraint occurrence_check check ((state in ('upcoming', 'due', 'retrying', 'held_fx')) = (next_attempt_at is not null)),
  add constraint occurrence_asked_check check (state <> 'held_fx' or held_rate is not null);

-- For how many days a question stands, until the last try of the day.
alter table standing_order.setting add column hold_days int not null default 2 check (hold_days between 0 and 6);

-- The Bank of Thailand has not announced 2027 yet: those days follow from the rules of the years before.
alter table payment.holiday add column assumed boolean not null default false;
comment on column payment.holiday.assumed is 'By the rule of other years: nobody has announced it yet. To be replaced once somebody does.';
update payment.holiday set assumed = true where calendar = 'thailand' and day >= '2027-01-01';
