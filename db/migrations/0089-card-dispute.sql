-- Receipts and evidence of card payments, and disputes of them.

alter table document.document drop constraint document_purpose_check;
alter table document.document add constraint document_purpose_check
  check (purpose in ('payment', 'identity_check', 'card_payment'));

create table card_payment.dispute (
  id            uuid primary key,
  payment_id    uuid not null references card_payment.payment,
  customer_id   uuid not null references customer.customer,
  user_id       uuid not null references customer.user,
  reason        text not null check (reason in ('not_recognised', 'not_received', 'faulty', 'wrong_amount',
    'charged_twice', 'refund_missing', 'cancelled', 'other')),
  note          text not null check (length(note) between 10 and 1000),
  -- In the billing currency of the payment.
  amount_minor  bigint not null check (amount_minor > 0),
  -- opened: not handed to the processor yet. rejected: the processor did not take it.
  state         text not null default 'opened'
    check (state in ('opened', 'rejected', 'received', 'documents_wanted', 'with_merchant', 'won', 'lost')),
  last_sequence int not null default 0,
  -- By when documents must arrive.
  answer_by     date,
  -- The order with its documents is to be sent, or sent again.
  next_send_at  timestamptz default now(),
  send_count    int not null default 0,
  opened_at     timestamptz not null default now()
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
