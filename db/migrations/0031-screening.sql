-- Sanctions lists and screening hits.

create schema screening;

-- Imported versions of the sanctions list; the last one applies.
create table screening.sanctions_list (
  version      bigint generated always as identity primary key,
  source       text not null,
  sha256       bytea not null,
  names        int not null,
  imported_at  timestamptz not null default now()
);
create trigger list_append_only before update or delete on screening.sanctions_list
  for each row execute function platform.refuse_change();

create table screening.entry (
  list_version  bigint not null references screening.sanctions_list,
  entry_id      text not null,
  name          text not null,
  regime        text not null,
  id            bigint generated always as identity primary key
);
create index entry_of_list on screening.entry (list_version);
create trigger entry_append_only before update or delete on screening.entry
  for each row execute function platform.refuse_change();

-- Name similarity from which staff review a match, in thousandths.
create table screening.threshold (
  effective_from  timestamptz primary key,
  thousandths     int not null check (thousandths between 700 and 1000),
  change_id       uuid references platform.setting_change
);
insert into screening.threshold values ('2020-01-01T00:00:00Z', 880);

-- A name in a payment that is similar to a listed name, kept for the reviewer.
create table screening.hit (
  payment_id    uuid not null,
  subject       text not null check (subject in ('payee', 'payer')),
  list_version  bigint not null references screening.sanctions_list,
  entry_id      text not null,
  name          text not null,
  regime        text not null,
  score         numeric(4, 3) not null,
  rule          text not null check (rule in ('alike', 'first_and_last')),
  found_at      timestamptz not null default now(),
  primary key (payment_id, subject, list_version, entry_id, name)
);
create trigger hit_append_only before update or delete on screening.hit
  for each row execute function platform.refuse_change();
