-- Documents that people upload.

create schema document;

-- Uploads. A file that the scanner or staff refuses is deleted; this row remains.
create table document.document (
  id           uuid primary key,
  -- Documents of an identity check are kept apart from those of payments: no payment takes them, and they are not forgotten
  -- after a day.
  purpose      text not null default 'payment' check (purpose in ('payment', 'identity_check', 'card_payment')),
  -- Null while the document was uploaded before its payment.
  payment_id   uuid references payment.payment,
  customer_id  uuid not null references customer.customer,
  -- A director who follows a link is no user.
  user_id      uuid references customer.user,
  type         text not null
    check (type in ('invoice', 'contract', 'source_of_funds', 'id', 'proof_of_address', 'relationship', 'other')),
  name         text not null check (length(name) between 1 and 120),
  media_type   text not null,
  size_bytes   int not null check (size_bytes between 1 and 10485760),
  sha256       bytea not null,
  note         text check (length(note) <= 500),
  state        text not null default 'uploaded'
    check (state in ('uploaded', 'scanning', 'received', 'accepted', 'refused')),
  reason       text,
  created_at   timestamptz not null default now(),
  check ((state = 'refused') = (reason is not null)),
  constraint uploaded_by_user check (user_id is not null or purpose = 'identity_check'),
  constraint identity_check_without_payment check (purpose = 'payment' or payment_id is null)
);
create index document_of_payment on document.document (payment_id, created_at);
-- The same file is stored once, unless the first upload was refused.
create unique index document_once on document.document (payment_id, sha256) where state <> 'refused';
create index document_to_judge on document.document (created_at) where state = 'received';
create unique index document_ahead_once on document.document (customer_id, sha256)
  where payment_id is null and state <> 'refused' and purpose = 'payment';
create index document_ahead on document.document (customer_id, created_at) where payment_id is null and purpose = 'payment';
-- Documents that prove more than one person.
create index identity_document_digest on document.document (sha256) where purpose = 'identity_check';
create trigger state_transition before update of state on document.document
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'document.document', from_state, unnest(to_states) from (values
  ('uploaded', '{scanning}'::text[]),
  ('scanning', '{received,refused}'),
  ('received', '{accepted,refused}')
) as allowed (from_state, to_states);

-- Separate from document.document, so that lists do not load it.
create table document.content (
  document_id  uuid primary key references document.document,
  bytes        bytea not null
);
alter table document.content alter column bytes set storage external; -- pictures and PDFs do not compress

-- History of a document, with actors.
create table document.transition (
  document_id  uuid not null references document.document,
  seq          smallint not null,
  state        text not null,
  actor_kind   text not null,
  actor_id     text,
  reason       text,
  at           timestamptz not null default clock_timestamp(),
  primary key (document_id, seq)
);
create trigger transition_append_only before update or delete on document.transition
  for each row execute function platform.refuse_change();

-- How long a document without a payment is kept.
create table document.setting (
  effective_from              timestamptz primary key,
  unattached_retention_hours  int not null check (unattached_retention_hours > 0),
  change_id                   uuid references platform.setting_change
);
insert into document.setting values ('2020-01-01T00:00:00Z', 24);
