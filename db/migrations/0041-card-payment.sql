-- Payments by the cards that we issue, their settlement, disputes and documents. The processor reports totals; we book the
-- difference to what is booked.

create schema card_payment;

-- Price of payments in another currency than the account's, and the reminder of receipts that are missing.
create table card_payment.rule (
  -- On what is exchanged, beside the margin of the pair.
  fee_bps                int not null check (fee_bps between 0 and 500),
  -- Days after a payment until a firm is reminded of its receipt; zero: never.
  receipt_reminder_days  int not null check (receipt_reminder_days between 0 and 60),
  effective_from         timestamptz not null primary key,
  change_id              uuid references platform.setting_change
);
insert into card_payment.rule values (50, 3, '2020-01-01T00:00:00Z');

create table card_payment.payment (
  -- The processor's id, the same for increments, clearing and refunds.
  id                       uuid primary key,
  reference                text not null unique check (reference ~ '^[A-Z0-9]{4,16}$'),
  card_id                  uuid not null references issued_card.card,
  customer_id              uuid not null references customer.customer,
  account_id               uuid not null references bank_account.account,
  bankholder_id            text not null,
  holder_id                uuid not null references customer.user,
  currency                 char(3) not null,
  merchant_name            text not null,
  merchant_city            text not null,
  merchant_country         char(2) not null,
  merchant_category        text not null check (merchant_category ~ '^[0-9]{4}$'),
  channel                  text not null check (channel in ('online', 'contactless', 'chip', 'magstripe', 'atm')),
  -- What the merchant asked for, later what was cleared, in the merchant's currency.
  original_currency        char(3) not null,
  original_minor           bigint not null check (original_minor >= 0),
  billing_currency         char(3) not null,
  -- What was asked for in the billing currency, declined or not.
  asked_minor              bigint not null check (asked_minor >= 0),
  -- The rate of the first decision or report: one unit of `currency` in `billing_currency`, before the margin.
  mid                      numeric(30,15) check (mid > 0),
  margin_bps               int check (margin_bps >= 0),
  fee_bps                  int not null default 0 check (fee_bps >= 0),
  state                    text not null
    check (state in ('declined', 'verified', 'authorised', 'released', 'cleared', 'refunded')),
  decided_by               text not null check (decided_by in ('larkmere', 'stand_in', 'processor', 'none')),
  decline_code             text,
  -- The limit that the payment was over, in the account's currency.
  decline_limit_minor      bigint check (decline_limit_minor >= 0),
  last_sequence            int not null default 0,
  -- The moment at which the totals of the last report were true.
  reported_at              timestamptz,
  -- Totals in the billing currency.
  held_minor               bigint not null default 0 check (held_minor >= 0),
  cleared_minor            bigint not null default 0 check (cleared_minor >= 0),
  refunded_minor           bigint not null default 0 check (refunded_minor >= 0),
  -- In the account's currency: on hold, taken less given back, and the fee within that.
  hold_id                  uuid unique,
  hold_minor               bigint not null default 0 check (hold_minor >= 0),
  hold_expires_at          timestamptz,
  taken_minor              bigint not null default 0,
  fee_minor                bigint not null default 0,
  -- What counts against the limits of the card, on the day of `counted_at`.
  counted_minor            bigint not null default 0 check (counted_minor >= 0),
  counted_at               timestamptz not null,
  -- What the account did not have, and what was paid of it later.
  shortfall_minor          bigint not null default 0 check (shortfall_minor >= 0),
  recovered_minor          bigint not null default 0 check (recovered_minor >= 0 and recovered_minor <= shortfall_minor),
  -- How much of the shortfall the customer was told is paid. Equal to it once everything the account owed is paid.
  recovery_notified_minor  bigint not null default 0,
  -- Given back while the account could not receive.
  suspended_minor          bigint not null default 0 check (suspended_minor >= 0),
  -- Totals of the settlement files, in the billing currency.
  settled_cleared_minor    bigint not null default 0 check (settled_cleared_minor >= 0),
  settled_refunded_minor   bigint not null default 0 check (settled_refunded_minor >= 0),
  next_check_at            timestamptz,
  check_count              int not null default 0,
  reminded_at              timestamptz,
  created_at               timestamptz not null default now(),
  check ((hold_id is null) = (hold_minor = 0) and (hold_id is null) = (hold_expires_at is null)),
  check ((mid is null) = (margin_bps is null) and (mid is null or currency <> billing_currency)),
  check (mid is not null or currency = billing_currency or (hold_minor, cleared_minor, refunded_minor) = (0, 0, 0)),
  check (mid is not null or fee_bps = 0),
  check ((state = 'declined') = (decline_code is not null)),
  check (state not in ('declined', 'verified') or (hold_minor, cleared_minor, refunded_minor) = (0, 0, 0)),
  constraint recovery_notified_is_recovered check (recovery_notified_minor between 0 and recovered_minor)
);
create index card_payment_of_card on card_payment.payment (card_id, counted_at desc, id desc);
create index card_payment_of_customer on card_payment.payment (customer_id, counted_at desc, id desc);
create index card_payment_to_check on card_payment.payment (next_check_at) where next_check_at is not null;
create index card_payment_short on card_payment.payment (account_id) where recovery_notified_minor < shortfall_minor;
-- Few payments are on hold at a time: the activity and the search read them one by one.
create index card_payment_on_hold on card_payment.payment (account_id) where hold_id is not null;

-- Totals at each change, for the timeline.
create table card_payment.transition (
  payment_id      uuid not null references card_payment.payment,
  seq             int not null,
  state           text not null,
  actor_kind      text not null,
  actor_id        text,
  decline_code    text,
  held_minor      bigint not null,
  cleared_minor   bigint not null,
  refunded_minor  bigint not null,
  taken_minor     bigint not null,
  at              timestamptz not null default clock_timestamp(),
  primary key (payment_id, seq)
);
create trigger transition_append_only before update or delete on card_payment.transition
  for each row execute function platform.refuse_change();

-- What we answered, so that a repeated request gets the same answer.
create table card_payment.decision (
  request_id      uuid primary key,
  payment_id      uuid not null references card_payment.payment,
  card_id         uuid not null references issued_card.card,
  kind            text not null check (kind in ('payment', 'increment', 'verification')),
  asked_at        timestamptz not null,
  answer_by       timestamptz not null,
  asked_minor     bigint not null check (asked_minor >= 0),
  approved_minor  bigint not null check (approved_minor between 0 and asked_minor),
  decision        text not null check (decision in ('approved', 'declined')),
  decline_code    text,
  decided_at      timestamptz not null default clock_timestamp(),
  check ((decision = 'declined') = (decline_code is not null)),
  check (decision = 'approved' or approved_minor = 0),
  -- After it the processor's stand-in has answered, so an approval could hold money twice.
  constraint approved_in_time check (decision = 'declined' or decided_at < answer_by)
);
create index decision_of_payment on card_payment.decision (payment_id, asked_at);
create trigger decision_append_only before update or delete on card_payment.decision
  for each row execute function platform.refuse_change();

-- Every report of the processor, also those that changed nothing.
create table card_payment.event (
  event_id     uuid primary key,
  kind         text not null check (kind in ('payment', 'order', 'dispute', 'settlement')),
  subject      text not null,
  sequence     int,
  report       jsonb not null,
  is_outdated  boolean not null,
  received_at  timestamptz not null default now()
);
create trigger event_append_only before update or delete on card_payment.event
  for each row execute function platform.refuse_change();

create trigger state_transition before update of state on card_payment.payment
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'card_payment.payment', from_state, unnest(to_states) from (values
  ('declined', '{authorised,released,cleared,refunded}'::text[]),
  ('verified', '{authorised,released,cleared,refunded}'),
  ('authorised', '{declined,released,cleared,refunded}'),
  ('released', '{declined,authorised,cleared,refunded}'),
  ('cleared', '{released,refunded}'),
  ('refunded', '{cleared,released}')
) as allowed (from_state, to_states);

-- What the processor took from our account for one banking day in one currency.
create table card_payment.settlement (
  id              text primary key check (id ~ '^[A-Z0-9-]{6,30}$'),
  day             date not null,
  currency        char(3) not null,
  cleared_minor   bigint not null check (cleared_minor >= 0),
  refunded_minor  bigint not null check (refunded_minor >= 0),
  line_count      int not null check (line_count >= 0),
  -- mismatched: the file differs from the books, and staff find out why. Nothing is booked until both agree.
  state           text not null default 'reported' check (state in ('reported', 'mismatched', 'settled')),
  differences     jsonb not null default '[]',
  -- The rows of a file that is not settled, as it was read last, for the person who looks into its differences. The rows of a
  -- settled one are in card_payment.settlement_line.
  file            jsonb not null default '[]',
  operation_id    uuid unique,
  next_check_at   timestamptz default now(),
  check_count     int not null default 0,
  reported_at     timestamptz not null default now(),
  settled_at      timestamptz,
  check ((state = 'settled') = (settled_at is not null)),
  check (state <> 'settled' or (next_check_at is null and differences = '[]')),
  constraint settled_file_is_in_lines check (state <> 'settled' or file = '[]')
);
create index settlement_to_check on card_payment.settlement (next_check_at) where next_check_at is not null;
create table card_payment.settlement_transition (
  settlement_id  text not null references card_payment.settlement,
  seq            int not null,
  state          text not null,
  actor_kind     text not null,
  actor_id       text,
  at             timestamptz not null default clock_timestamp(),
  primary key (settlement_id, seq)
);
create trigger settlement_transition_append_only before update or delete on card_payment.settlement_transition
  for each row execute function platform.refuse_change();
create table card_payment.settlement_line (
  settlement_id   text not null references card_payment.settlement,
  payment_id      uuid not null references card_payment.payment,
  cleared_minor   bigint not null check (cleared_minor >= 0),
  refunded_minor  bigint not null check (refunded_minor >= 0),
  primary key (settlement_id, payment_id)
);
create trigger settlement_line_append_only before update or delete on card_payment.settlement_line
  for each row execute function platform.refuse_change();
create trigger state_transition before update of state on card_payment.settlement
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'card_payment.settlement', from_state, unnest(to_states) from (values
  ('reported', '{mismatched,settled}'::text[]),
  ('mismatched', '{settled}')
) as allowed (from_state, to_states);

create table card_payment.dispute (
  id             uuid primary key,
  payment_id     uuid not null references card_payment.payment,
  customer_id    uuid not null references customer.customer,
  user_id        uuid not null references customer.user,
  reason         text not null check (reason in ('not_recognised', 'not_received', 'faulty', 'wrong_amount',
    'charged_twice', 'refund_missing', 'cancelled', 'other')),
  -- Erased with the customer.
  note           text not null check (length(note) between 10 and 1000 or note = 'Erased'),
  -- In the billing currency of the payment.
  amount_minor   bigint not null check (amount_minor > 0),
  -- opened: not handed to the processor yet. rejected: the processor did not take it.
  state          text not null default 'opened'
    check (state in ('opened', 'rejected', 'received', 'documents_wanted', 'with_merchant', 'won', 'lost')),
  last_sequence  int not null default 0,
  -- By when documents must arrive.
  answer_by      date,
  -- The order with its documents is to be sent, or sent again.
  next_send_at   timestamptz default now(),
  send_count     int not null default 0,
  opened_at      timestamptz not null default now()
);
create index dispute_of_payment on card_payment.dispute (payment_id, opened_at);
create unique index one_open_dispute on card_payment.dispute (payment_id) where state not in ('rejected', 'won', 'lost');
create index dispute_to_send on card_payment.dispute (next_send_at) where next_send_at is not null;

create table card_payment.dispute_transition (
  dispute_id  uuid not null references card_payment.dispute,
  seq         int not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  at          timestamptz not null default clock_timestamp(),
  primary key (dispute_id, seq)
);
create trigger dispute_transition_append_only before update or delete on card_payment.dispute_transition
  for each row execute function platform.refuse_change();
create trigger state_transition before update of state on card_payment.dispute
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'card_payment.dispute', from_state, unnest(to_states) from (values
  ('opened', '{rejected,received,documents_wanted,with_merchant,won,lost}'::text[]),
  ('received', '{documents_wanted,with_merchant,won,lost}'),
  ('documents_wanted', '{received,with_merchant,won,lost}'),
  ('with_merchant', '{documents_wanted,won,lost}')
) as allowed (from_state, to_states);

create table card_payment.document (
  document_id  uuid primary key references document.document,
  payment_id   uuid not null references card_payment.payment,
  purpose      text not null check (purpose in ('receipt', 'evidence')),
  -- The dispute with which a piece of evidence was sent.
  dispute_id   uuid references card_payment.dispute,
  added_by     uuid not null references customer.user,
  check (dispute_id is null or purpose = 'evidence')
);
create index document_of_card_payment on card_payment.document (payment_id);
