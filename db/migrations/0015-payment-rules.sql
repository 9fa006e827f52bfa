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

create table payment.service_availability (
  key             text primary key,
  is_on           boolean not null,
  message         text,
  -- A disabled service is enabled again at this time; null: when somebody enables it.
  disabled_until  timestamptz
);

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

-- Non-working days besides Saturday and Sunday.
create table payment.holiday (
  calendar  text not null check (calendar in ('england', 'target', 'thailand', 'us')),
  day       date not null,
  name      text not null,
  -- Follows from the rule of other years, since it has not been announced yet.
  assumed   boolean not null default false,
  primary key (calendar, day)
);
comment on column payment.holiday.assumed is 'By the rule of other years: nobody has announced it yet. To be replaced once somebody does.';

-- Receiving banks with a lower limit than the rail.
create table payment.payee_bank_limit (
  rail            text not null,
  bank_code       text not null,
  max_minor       bigint not null check (max_minor > 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (rail, bank_code, effective_from)
);

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

-- Calendar for counting working days if the rail works every day.
create table payment.currency_calendar (
  currency  char(3) primary key,
  calendar  text not null check (calendar in ('england', 'target', 'thailand', 'us'))
);

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

-- Until when the holidays of a calendar are known, and the source. No payment is scheduled beyond that day.
create table payment.calendar (
  calendar        text not null check (calendar in ('england', 'target', 'thailand', 'us')),
  effective_from  timestamptz not null,
  known_until     date not null,
  source          text not null check (source <> ''),
  change_id       uuid references platform.setting_change,
  primary key (calendar, effective_from)
);

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

-- Reason codes by which a bank rejects an instruction to request information; other rejections are final. Codes: ISO
-- 20022 external status reasons.
create table payment.rfi_reason_code (
  code            text not null check (code ~ '^[A-Z0-9]{1,4}$'),
  effective_from  timestamptz not null,
  is_rfi          boolean not null,
  change_id       uuid references platform.setting_change,
  primary key (code, effective_from)
);

create view payment.service_availability_now as
  select key, is_on or coalesce(disabled_until <= now(), false) as is_on, message,
    case when not is_on and disabled_until > now() then disabled_until end as disabled_until
  from payment.service_availability;
