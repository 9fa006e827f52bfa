-- Versions of the terms, and what users decided about them.

create schema agreement;

-- The text is a file of the application (apps/api/src/customers/agreement/terms). Its hash is fixed here.
create table agreement.document (
  version        text primary key,
  document_hash  text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  effective_on   date not null unique
);

create trigger document_append_only before update or delete on agreement.document
  for each row execute function platform.refuse_change();

create table agreement.decision (
  id             uuid primary key,
  user_id        uuid not null references customer.user,
  version        text not null references agreement.document,
  document_hash  text not null,
  accepted       boolean not null,
  decided_at     timestamptz not null default now()
);
create unique index decision_accepted on agreement.decision (user_id, version) where accepted;
create trigger decision_append_only before update or delete on agreement.decision
  for each row execute function platform.refuse_change();

create function agreement.current_version() returns text language sql stable as $$
  select version from agreement.document
  where effective_on <= (now() at time zone 'Europe/London')::date order by effective_on desc limit 1
$$;

-- True until the user has accepted the version that applies today.
create function agreement.is_due(person uuid) returns boolean language sql stable as $$
  select not exists (
    select from agreement.decision where user_id = person and accepted and version = agreement.current_version())
$$;

insert into agreement.document values
  ('1.0', '7ef4e714e197e087cd09582df55d4357ad287ff603e0210a17b4c9abc885a827', '2024-01-15'),
  ('2.0', '103ba7b04e39c92d8132d70720f0b86a5f96845bed69906e93f7998061443ad8', '2025-06-01');

alter table customer.customer drop column agreement_due;
