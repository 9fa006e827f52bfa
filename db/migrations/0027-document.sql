create schema document;

-- A file that a customer sent us about a payment. What the scanner or a person refuses is not kept: only that it came.
create table document.document (
  id           uuid primary key,
  payment_id   uuid not null references payment.payment,
  customer_id  uuid not null references customer.customer,
  user_id    uuid not null references customer.user,
  type         text not null check (type in ('invoice', 'contract', 'source_of_funds', 'id', 'proof_of_address', 'relationship', 'other')),
  name         text not null check (length(name) between 1 and 120),
  media_type   text not null,
  size_bytes   int not null check (size_bytes between 1 and 10485760),
  sha256       bytea not null,
  note         text check (length(note) <= 500),
  state        text not null default 'uploaded' check (state in ('uploaded', 'scanning', 'received', 'accepted', 'refused')),
  reason       text,
  created_at   timestamptz not null default now(),
  check ((state = 'refused') = (reason is not null))
);
create index document_of_payment on document.document (payment_id, created_at);
-- The same file twice is one file, unless the first was refused.
create unique index document_once on document.document (payment_id, sha256) where state <> 'refused';
create index document_to_judge on document.document (created_at) where state = 'received';

-- Apart from the row, so that lists do not carry it.
create table document.content (
  document_id  uuid primary key references document.document,
  bytes        bytea not null
);
alter table document.content alter column bytes set storage external; -- pictures and PDFs do not get smaller

-- The life of a document, and who moved it.
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
create trigger transition_append_only before update or delete on document.transition for each row execute function platform.refuse_change();
