-- Notes of staff about a customer, and the indexes of the customer's page for staff.

create schema customer_note;

-- Never changed: a mistake is followed by another note.
create table customer_note.note (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  -- How the customer needs to be served; shown first on every tab.
  is_support_need  boolean not null,
  body         text not null check (length(body) between 3 and 2000),
  written_by   uuid not null references staff.member,
  written_at   timestamptz not null default now()
);
create index note_of_customer on customer_note.note (customer_id, written_at desc);

-- What staff did, by its subject.
create index audit_by_staff on platform.audit (entity, id) where actor_kind = 'staff';
