-- A payee or a customer whose name is alike to one on a sanctions list, found when a version of the list came. It is found
-- once: what two people have cleared stays cleared until the name here or the name there is another one.
create table review.sanctions_alert (
  id            uuid primary key,
  subject       text not null check (subject in ('payee', 'customer')),
  subject_id    uuid not null,
  customer_id   uuid not null references customer.customer,
  subject_name  text not null,
  list_version  bigint not null references screening.sanctions_list,
  entry_id      text not null,
  name          text not null,
  regime        text not null,
  score         numeric(4, 3) not null,
  rule          text not null check (rule in ('alike', 'first_and_last')),
  state         text not null default 'open' check (state in ('open', 'false_positive', 'true_match')),
  found_at      timestamptz not null default now(),
  first_by      uuid references staff.member,
  first_at      timestamptz,
  first_note    text,
  decided_by    uuid references staff.member,
  decided_at    timestamptz,
  note          text,
  unique (subject, subject_id, subject_name, entry_id, name),
  check ((first_by is null) = (first_at is null) and (first_by is null) = (first_note is null)),
  check ((state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint two_clear_a_finding check (state <> 'false_positive' or (first_by is not null and first_by <> decided_by))
);
create index finding_open on review.sanctions_alert (score desc, id) where state = 'open';
