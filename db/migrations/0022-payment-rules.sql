-- Rules of payments as data: fees, limits, rails, calendars, charges, review thresholds. The latest row whose
-- effective_from has passed applies.

create table payment.fee_rule (
  rail            text not null,
  currency        char(3) not null,
  tier            text not null check (tier in ('plus', 'wallet')),
  fee_minor       bigint not null check (fee_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (rail, currency, tier, effective_from)
);

create table payment.limit_rule (
  rail               text not null,
  currency           char(3) not null,
  tier               text not null check (tier in ('plus', 'wallet')),
  per_payment_minor  bigint not null,
  per_day_minor      bigint not null,
  effective_from     timestamptz not null,
  change_id          uuid references platform.setting_change,
  primary key (rail, currency, tier, effective_from)
);

-- Which services work, by default; service_control decides.
create table payment.service_availability (
  key             text primary key,
  -- False: off for everyone.
  is_on           boolean not null,
  -- The defaults for each kind of customer.
  plus            text not null default 'on' check (plus in ('on', 'off', 'read_only')),
  wallet          text not null default 'on' check (wallet in ('on', 'off', 'read_only')),
  message         text,
  -- A disabled service is enabled again at this time; null: when somebody enables it.
  disabled_until  timestamptz
);
insert into payment.service_availability (key, is_on) values
  ('payment.gbp', true), ('payment.eur', true), ('payment.thb', true), ('payment.ifx.gbp', true), ('payment.ifx.eur', true),
  ('payment.swift', true), ('payment.crosscurrency', true), ('payment.fedwire', true), ('payment.local', true),
  ('fx.instant', true), ('fx.auto', true), ('fx.manual', true), ('standing', true), ('pis', true), ('wallet.upgrade', true),
  ('wallet.topup', true), ('login', true), ('register', true), ('payee', true), ('statement', true), ('card', true);

-- Amount above which staff review a payment, and the documents required then: those of the row with the highest
-- amount that the payment exceeds. A row without documents ends the one before it.
create table payment.review_rule (
  rail            text not null,
  currency        char(3) not null,
  above_minor     bigint not null check (above_minor >= 0),
  documents       text[],
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (rail, currency, above_minor, effective_from)
);

-- Amount limits, opening hours and delivery time of each rail.
create table payment.rail_rule (
  rail                      text not null,
  currency                  char(3) not null,
  effective_from            timestamptz not null,
  min_minor                 bigint not null check (min_minor > 0),
  max_minor                 bigint not null,
  -- Working days of the rail; null: it works every day.
  calendar                  text,
  time_zone                 text not null,
  opens_minute              smallint not null default 0 check (opens_minute between 0 and 1439),
  closes_minute             smallint not null default 1440 check (closes_minute between 1 and 1440),
  -- Delivery time after submission: in seconds, or until the end of the nth working day after.
  arrival_seconds           int,
  arrival_days              smallint,
  -- How long the bank may take to answer an instruction before it is asked. SEPA Instant guarantees ten seconds.
  response_timeout_seconds  int not null default 15 check (response_timeout_seconds > 0),
  -- For an instruction without an answer: interval between enquiries; how long an instruction that the bank does not
  -- know is resubmitted; after which time the payment is abandoned. The last resubmission has a minute to arrive.
  enquiry_interval_seconds  int not null default 30 check (enquiry_interval_seconds > 0),
  resubmit_window_seconds   int not null default 600 check (resubmit_window_seconds >= 0),
  abandon_after_seconds     int not null default 1200,
  change_id                 uuid references platform.setting_change,
  primary key (rail, currency, effective_from),
  check ((arrival_seconds is null) <> (arrival_days is null)),
  check (arrival_days is null or calendar is not null),
  constraint rail_rule_abandons_last check (abandon_after_seconds >= resubmit_window_seconds + 60)
);

-- When a rail next accepts payments, now or when it opens, and until when.
create function payment.opening(rule payment.rail_rule, at timestamptz, out opens_at timestamptz, out closes_at timestamptz, out arrives_by timestamptz)
language plpgsql stable as $$
declare
  local_now timestamp := at at time zone rule.time_zone;
  opening_day date;
begin
  if rule.calendar is null then
    opens_at := at;
    arrives_by := at + rule.arrival_seconds * interval '1 second';
    return;
  end if;
  opening_day := payment.working_day(rule.calendar, local_now::date, 0);
  if opening_day = local_now::date and local_now >= opening_day + rule.closes_minute * interval '1 minute' then
    opening_day := payment.working_day(rule.calendar, opening_day + 1, 0);
  end if;
  opens_at := greatest((opening_day + rule.opens_minute * interval '1 minute') at time zone rule.time_zone, at);
  closes_at := (opening_day + rule.closes_minute * interval '1 minute') at time zone rule.time_zone;
  arrives_by := coalesce(
    opens_at + rule.arrival_seconds * interval '1 second',
    -- By 18:00 where the payee is, and never before the rail closes.
    (payment.working_day(rule.calendar, opening_day, rule.arrival_days)
      + greatest(1080, case rule.arrival_days when 0 then rule.closes_minute end) * interval '1 minute') at time zone rule.time_zone);
end $$;

-- Which holidays an arrival estimate includes: all (`counted`); not those after the end of a calendar
-- (`unannounced`); or none, because no calendar covers the intermediary banks (`elsewhere`).
create function payment.days_off(rule payment.rail_rule, arrives_by timestamptz, known_until date) returns text language sql stable as $$
  select case
    when rule.calendar is null then case when rule.arrival_seconds < 86400 then 'counted' else 'elsewhere' end
    when (arrives_by at time zone rule.time_zone)::date <= known_until then 'counted'
    else 'unannounced' end $$;

-- Receiving banks with a lower limit than the rail.
create table payment.payee_bank_limit (
  rail            text not null,
  bank_code       text not null,
  max_minor       bigint not null check (max_minor > 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (rail, bank_code, effective_from)
);
insert into payment.payee_bank_limit (rail, bank_code, max_minor, effective_from) values
  ('promptpay', '030', 50000000, '2020-01-01T00:00:00Z'),
  ('promptpay', '033', 50000000, '2020-01-01T00:00:00Z'),
  ('promptpay', '034', 150000000, '2020-01-01T00:00:00Z'),
  ('promptpay', '071', 4999900, '2020-01-01T00:00:00Z');

-- Our fee if the payer bears the charges of intermediary banks (OUR), and the deduction to expect otherwise.
create table payment.charge_rule (
  currency        char(3) not null,
  our_fee_minor   bigint not null check (our_fee_minor >= 0),
  expected_minor  bigint not null check (expected_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);

-- How far ahead a payment can be scheduled, the local time of execution, how often it is retried, and how many
-- working days it waits for funds.
create table payment.scheduling_rule (
  effective_from        timestamptz primary key,
  max_days_ahead        int not null check (max_days_ahead between 1 and 366),
  first_attempt_time    time not null,
  retry_minutes         int not null check (retry_minutes > 0),
  funding_working_days  int not null check (funding_working_days >= 0),
  change_id             uuid references platform.setting_change
);
insert into payment.scheduling_rule values ('2020-01-01T00:00:00Z', 365, '06:00', 10, 2);

-- The most a payee's account can receive in its first hours, per debited currency. A currency without a row has no
-- limit.
create table payment.new_payee_limit (
  currency        char(3) not null,
  limit_minor     bigint not null check (limit_minor >= 0),
  hours           int not null check (hours between 1 and 168),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);

-- Update intervals for pending payments, and how close two equal payments must be to count as duplicates.
create table payment.setting (
  effective_from         timestamptz primary key,
  duplicate_minutes      int not null check (duplicate_minutes >= 0),
  -- Under review: until the next update to the payer, and until a decision.
  update_interval_hours  int not null check (update_interval_hours > 0),
  decision_sla_hours     int not null check (decision_sla_hours >= update_interval_hours),
  -- Days to answer a request for information, and days after which a reminder is sent.
  hold_days              int not null check (hold_days > 0),
  reminder_days          int[] not null check (array_position(reminder_days, null) is null),
  -- Interval of updates to the payer of an overdue payment.
  overdue_update_hours   int not null default 24 check (overdue_update_hours > 0),
  change_id              uuid references platform.setting_change
);
insert into payment.setting values ('2020-01-01T00:00:00Z', 10, 24, 96, 10, '{5,8}');

-- Information that the partner of a rail requires besides payer and payee. If there are several partners, the
-- requirements of all apply.
create table payment.regulatory_requirement (
  partner          text not null check (partner <> ''),
  rail             text not null,
  currency         char(3) not null,
  effective_from   timestamptz not null,
  required_fields  text[] not null check (required_fields <@ array['purposeCode', 'relationship', 'sourceOfFunds']),
  change_id        uuid references platform.setting_change,
  primary key (partner, rail, currency, effective_from)
);
insert into payment.regulatory_requirement (partner, rail, currency, effective_from, required_fields)
select bank.name, rail, 'THB', '2020-01-01T00:00:00Z', '{purposeCode,relationship,sourceOfFunds}'
from accounting.partner_bank bank, unnest(array['promptpay', 'bahtnet']) as rail;

-- Reason codes by which a bank rejects an instruction to request information; other rejections are final. Codes: ISO
-- 20022 external status reasons.
create table payment.rfi_reason_code (
  code            text not null check (code ~ '^[A-Z0-9]{1,4}$'),
  effective_from  timestamptz not null,
  is_rfi          boolean not null,
  change_id       uuid references platform.setting_change,
  primary key (code, effective_from)
);
insert into payment.rfi_reason_code (code, effective_from, is_rfi)
select code, '2020-01-01T00:00:00Z', true
from unnest(array['ED03', 'FF07', 'MINF', 'RECI', 'RR01', 'RR02', 'RR03', 'RR05', 'RR06', 'RR12']) as code;
