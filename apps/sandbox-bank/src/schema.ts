/** Version 1 knew only GBP and Faster Payments. In version 2 end-to-end ids were unique. Version 3 knew no cards of ours. */
export const schemaVersion = 4;

export const schema = `
  create table if not exists settings (id integer primary key check (id = 1), value text not null);

  create table if not exists opening (
    currency text primary key,
    amount_minor integer not null check (amount_minor >= 0),
    booking_date text not null
  );

  create table if not exists payment (
    bank_reference text primary key,
    instruction_id text not null unique,
    end_to_end_id text not null,
    -- The order as we read it, in JSON.
    ordered text not null,
    body_hash text not null,
    first_answer text not null,
    magic text,
    status text not null check (status in ('RCVD', 'PDNG', 'ACSP', 'ACSC', 'ACCC', 'RJCT')),
    reason_code text,
    -- What each bank on the way kept, in JSON.
    charges text not null default '[]',
    hops integer not null default 0,
    received_at integer not null,
    settled_at integer,
    returned_at integer
  );

  -- What the bank still has to do, and when.
  create table if not exists step (
    id integer primary key autoincrement,
    bank_reference text not null references payment,
    kind text not null check (kind in ('accept', 'pass_on', 'settle', 'contradict', 'return', 'recall')),
    due_at integer not null
  );
  create index if not exists step_due on step (due_at);

  -- A payment is asked back once at most.
  create table if not exists recall (
    recall_id text primary key,
    bank_reference text not null unique references payment,
    body_hash text not null,
    first_answer text not null,
    state text not null check (state in ('PDCR', 'CNCL', 'RJCR'))
  );

  -- What the bank has to say; the sequence has no gaps because a rolled back number is given out again.
  create table if not exists event (
    sequence integer primary key autoincrement,
    event_id text not null unique,
    bank_reference text references payment,
    kind text not null check (kind in ('payment.status', 'payment.return', 'payment.recall', 'credit')),
    at integer not null,
    document text not null,
    unordered integer not null default 0,
    due_at integer not null,
    attempts integer not null default 0,
    delivered_at integer
  );
  create index if not exists event_waiting on event (due_at) where delivered_at is null;
  create index if not exists event_of_payment on event (bank_reference) where delivered_at is null;

  -- Foreign exchange: what was asked, and what it was answered.
  create table if not exists deal (
    deal_id text primary key,
    asked text not null,
    answer text not null,
    dealt_at integer not null
  );

  -- Accounts opened for Larkmere's customers: what was asked, and what it was answered.
  create table if not exists account (
    order_id text primary key,
    asked text not null,
    answer text not null,
    account_number text not null unique,
    opened_at integer not null
  );

  -- Identity checks: what was asked, the latest result, what is still to do, and the results to report.
  create table if not exists identity_check (
    check_id text primary key,
    asked text not null,
    scenario text not null,
    sequence integer not null default 0,
    result text,
    received_at integer not null
  );
  create table if not exists identity_step (
    id integer primary key autoincrement,
    check_id text not null references identity_check,
    kind text not null check (kind in ('decide', 'contradict')),
    due_at integer not null
  );
  create table if not exists identity_event (
    event_id text primary key,
    check_id text not null references identity_check,
    sequence integer not null,
    at integer not null,
    result text not null,
    due_at integer not null,
    attempts integer not null default 0,
    delivered_at integer
  );
  create index if not exists identity_event_waiting on identity_event (due_at) where delivered_at is null;

  -- The card processor: cards without their number, one-use tokens, payments, what magic cards still do, events, and
  -- what is owed to Larkmere.
  create table if not exists cp_card (
    card_id text primary key,
    scenario text not null,
    bin text not null,
    last4 text not null,
    expiry_month integer not null,
    expiry_year integer not null,
    saved integer not null default 0,
    deleted_at integer,
    created_at integer not null
  );
  create table if not exists cp_token (
    digest text primary key,
    card_id text not null references cp_card,
    used integer not null default 0,
    expires_at integer not null
  );
  create table if not exists cp_payment (
    payment_id text primary key,
    ordered text not null,
    card_id text references cp_card,
    currency text not null,
    amount_minor integer not null,
    status text not null,
    decline_code text,
    sequence integer not null default 1,
    challenge_id text unique,
    return_url text not null,
    expires_at integer not null,
    saved integer not null default 0,
    created_at integer not null
  );
  create table if not exists cp_step (
    id integer primary key autoincrement,
    payment_id text not null references cp_payment,
    status text not null,
    due_at integer not null
  );
  create table if not exists cp_event (
    event_id text primary key,
    payment_id text not null references cp_payment,
    sequence integer not null,
    at integer not null,
    report text not null,
    due_at integer not null,
    attempts integer not null default 0,
    delivered_at integer
  );
  create index if not exists cp_event_waiting on cp_event (due_at) where delivered_at is null;
  create table if not exists cp_entry (
    id integer primary key autoincrement,
    payment_id text not null references cp_payment,
    currency text not null,
    kind text not null check (kind in ('capture', 'refund', 'chargeback')),
    minor integer not null,
    booked_at integer not null,
    payout text
  );

  -- The issuer processor: cards with what only it knows, orders, authorisations, payments, what the next settlement takes
  -- or gives back, disputes, what is still to do, scheme rates that were changed, and reports.
  create table if not exists ci_card (
    card_id text primary key,
    document text not null,
    brand text not null,
    number text not null unique,
    cvc text not null,
    pin text not null,
    wrong_pins integer not null default 0,
    expiry_month integer not null,
    expiry_year integer not null,
    currency text not null,
    holder_name text not null,
    state text not null check (state in ('inactive', 'active', 'frozen', 'blocked', 'closed')),
    activated integer not null,
    letter_code text,
    created_at integer not null
  );
  create table if not exists ci_order (
    card_id text primary key references ci_card,
    state text not null,
    scenario text,
    tracking text,
    expected_on text,
    sequence integer not null default 1
  );
  create table if not exists ci_authorisation (
    request_id text primary key,
    payment_id text not null,
    request text not null,
    state text not null check (state in ('requested', 'approved', 'declined')),
    decided_by text
  );
  create table if not exists ci_payment (
    payment_id text primary key,
    card_id text not null references ci_card,
    merchant text not null,
    channel text not null,
    decided_by text not null check (decided_by in ('larkmere', 'stand_in', 'processor', 'none')),
    decline_code text,
    billing text not null,
    original text not null,
    held integer not null check (held >= 0),
    held_original integer not null check (held_original >= 0),
    cleared integer not null,
    cleared_original integer not null,
    refunded integer not null,
    refunded_original integer not null,
    sequence integer not null,
    expires_at integer not null,
    changed_at integer not null
  );
  create index if not exists ci_payment_of_card on ci_payment (card_id);
  create table if not exists ci_settlement (
    settlement_id text primary key,
    currency text not null,
    day text not null,
    settled_at integer not null
  );
  create table if not exists ci_entry (
    id integer primary key autoincrement,
    payment_id text not null references ci_payment,
    currency text not null,
    side text not null check (side in ('cleared', 'refunded')),
    minor integer not null check (minor > 0),
    booked_at integer not null,
    settlement_id text
  );
  create index if not exists ci_entry_open on ci_entry (currency) where settlement_id is null;
  create index if not exists ci_entry_settled on ci_entry (settlement_id);
  create table if not exists ci_dispute (
    dispute_id text primary key,
    payment_id text not null references ci_payment,
    subject text not null,
    reason text not null,
    minor integer not null,
    scenario text not null,
    state text not null check (state in ('received', 'documents_wanted', 'with_merchant', 'won', 'lost')),
    sequence integer not null default 1,
    answer_by text,
    -- Digests of the files, which are not kept, in JSON.
    documents text not null,
    opened_at integer not null
  );
  create index if not exists ci_dispute_of_payment on ci_dispute (payment_id);
  create table if not exists ci_step (
    id integer primary key autoincrement,
    kind text not null check (kind in ('order', 'answer', 'clear', 'expire', 'settle', 'dispute')),
    subject text not null,
    due_at integer not null
  );
  create index if not exists ci_step_due on ci_step (due_at);
  create table if not exists ci_rate (currency text primary key, rate text not null);
  create table if not exists ci_event (
    event_id text primary key,
    at integer not null,
    report text not null,
    due_at integer not null,
    attempts integer not null default 0,
    delivered_at integer
  );
  create index if not exists ci_event_waiting on ci_event (due_at) where delivered_at is null;

  -- The settlement accounts, line by line.
  create table if not exists entry (
    id integer primary key autoincrement,
    booked_at integer not null,
    booking_date text not null,
    currency text not null,
    direction text not null check (direction in ('CRDT', 'DBIT')),
    kind text not null check (kind in ('payment', 'return', 'credit', 'exchange', 'card')),
    scheme text,
    amount_minor integer not null check (amount_minor > 0),
    bank_reference text not null,
    instruction_id text,
    end_to_end_id text not null,
    counterparty text not null,
    reference text not null
  );
  create index if not exists entry_by_day on entry (currency, booking_date);
`;

const party = (side: 'payer' | 'payee') => `json_object('name', ${side}_name, 'account', json_object(
  'number', ${side}_account_number, 'isIban', json('false'),
  'bank', json_object('system', 'GBDSC', 'member', ${side}_sort_code)))`;

function rebuildTables(tables: readonly string[], fill: string): string {
  return `
  begin;
  drop index if exists step_due; drop index if exists event_waiting; drop index if exists event_of_payment;
  drop index if exists entry_by_day;
  ${tables.map((table) => `alter table ${table} rename to old_${table};`).join('\n  ')}
  ${schema}
  ${fill}
  ${tables.map((table) => `drop table old_${table};`).join(' ')}
  commit;
`;
}

const copyStepsAndEvents = `
  insert into step select id, bank_reference, kind, due_at from old_step;
  insert into event select sequence, event_id, bank_reference, kind, at, document, unordered, due_at, attempts,
    delivered_at from old_event;`;

// Before version 3 the end-to-end id was the instruction id.
const instructionIdExpression = `case end_to_end_id when 'NOTPROVIDED' then null else end_to_end_id end`;

export const upgrades: Readonly<Record<number, string>> = {
  1: rebuildTables(
    ['opening', 'payment', 'step', 'event', 'entry'],
    `
  insert into opening select 'GBP', amount_minor, booking_date from old_opening;
  insert into payment
    select bank_reference, end_to_end_id, end_to_end_id,
      json_object('message', 'pain.001.001.09', 'messageId', message_id, 'instructionId', end_to_end_id,
        'endToEndId', end_to_end_id, 'uetr', uetr, 'scheme', 'faster-payments', 'currency', currency,
        'amountMinor', cast(amount_minor as text), 'bearer', 'SLEV', 'payer', ${party('payer')},
        'payee', ${party('payee')}, 'reference', reference),
      body_hash, first_answer, magic, status, reason_code,
      case when charges_minor > 0 then json_array(json_object('bank', json_object('name', 'Payee’s bank'),
        'minor', cast(charges_minor as text))) else '[]' end,
      0, received_at, settled_at, returned_at
    from old_payment order by rowid;
  insert into entry select id, booked_at, booking_date, 'GBP', direction, kind, 'faster-payments', amount_minor,
    bank_reference, ${instructionIdExpression}, end_to_end_id, counterparty, reference from old_entry;
  ${copyStepsAndEvents}`,
  ),
  2: rebuildTables(
    ['payment', 'step', 'recall', 'event', 'entry'],
    `
  insert into payment
    select bank_reference, end_to_end_id, end_to_end_id, json_set(ordered, '$.instructionId', end_to_end_id), body_hash,
      first_answer, magic, status, reason_code, charges, hops, received_at, settled_at, returned_at
    from old_payment order by rowid;
  insert into recall select * from old_recall;
  insert into entry select id, booked_at, booking_date, currency, direction, kind, scheme, amount_minor,
    bank_reference, ${instructionIdExpression}, end_to_end_id, counterparty, reference from old_entry;
  ${copyStepsAndEvents}`,
  ),
  3: rebuildTables(['entry'], 'insert into entry select * from old_entry;'),
};
