-- Approvals by several users of a customer: rules, requests, decisions.

create schema approval;

-- Never changed in place: a rule is retired and replaced.
create table approval.rule (
  id              uuid primary key,
  customer_id     uuid not null references customer.customer,
  scope           text not null check (scope in ('payment', 'payee', 'fx')),
  applies_to      text not null check (applies_to in ('all', 'role', 'person')),
  role            text,
  user_id         uuid,
  min_minor       bigint not null check (min_minor >= 0),
  currency        char(3) not null,
  approvers       smallint not null check (approvers between 1 and 3),
  approver_roles  text[] not null default '{}',
  expires_days    smallint not null default 7 check (expires_days between 1 and 30),
  created_by      uuid not null,
  created_at      timestamptz not null default now(),
  retired_by      uuid,
  retired_at      timestamptz,
  constraint rule_created_by_member foreign key (created_by, customer_id) references customer.membership (user_id, customer_id),
  constraint rule_retired_by_member foreign key (retired_by, customer_id) references customer.membership (user_id, customer_id),
  constraint rule_of_member foreign key (user_id, customer_id) references customer.membership (user_id, customer_id),
  check ((applies_to = 'role') = (role is not null)),
  check ((applies_to = 'person') = (user_id is not null)),
  check ((retired_at is null) = (retired_by is null)),
  constraint payee_has_no_amount check (scope <> 'payee' or min_minor = 0)
);
create index rule_in_force on approval.rule (customer_id) where retired_at is null;

-- What awaits approval, exactly as requested, and the requirements of the rules at that time.
create table approval.request (
  id                uuid primary key,
  customer_id       uuid not null references customer.customer,
  kind              text not null check (kind in
    ('payment', 'payee', 'rule', 'bulk', 'standing_order', 'standing_date', 'auto_fx', 'fx', 'manual_fx', 'name_policy')),
  subject_id        uuid not null,
  -- Bank holder ids of the accounts that it is about; empty: about none. For a member who may not use one of them the request
  -- does not exist.
  accounts          text[] not null default '{}',
  maker_id          uuid not null,
  content           jsonb not null,
  digest            text not null check (digest ~ '^[0-9a-f]{64}$'),
  requirements      jsonb not null check (jsonb_typeof(requirements) = 'array' and jsonb_array_length(requirements) > 0),
  approvals_needed  smallint not null check (approvals_needed between 1 and 3),
  state             text not null default 'open'
    check (state in ('open', 'approved', 'rejected', 'recalled', 'expired', 'void')),
  note              text,
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  closed_at         timestamptz,
  unique (id, maker_id, customer_id),
  constraint request_of_member foreign key (maker_id, customer_id) references customer.membership (user_id, customer_id),
  check (expires_at > created_at),
  check ((state = 'open') = (closed_at is null))
);
create unique index request_open on approval.request (kind, subject_id) where state = 'open';
create index request_of_subject on approval.request (kind, subject_id, created_at);
create index request_of_customer on approval.request (customer_id, created_at desc);
create index request_running on approval.request (expires_at) where state = 'open';

-- Each user decides once. The maker of a request never decides it: the row repeats the maker, so that a check
-- enforces this.
create table approval.decision (
  request_id   uuid not null,
  user_id      uuid not null,
  maker_id     uuid not null,
  customer_id  uuid not null,
  -- The user's role at the time; requirements count roles.
  role         text not null,
  verdict      text not null check (verdict in ('approve', 'reject')),
  note         text,
  decided_at   timestamptz not null default now(),
  primary key (request_id, user_id),
  foreign key (request_id, maker_id, customer_id) references approval.request (id, maker_id, customer_id),
  constraint decision_of_member foreign key (user_id, customer_id) references customer.membership (user_id, customer_id),
  constraint maker_is_not_approver check (user_id <> maker_id)
);
create trigger decision_append_only before update or delete on approval.decision
  for each row execute function platform.refuse_change();

create function approval.refuse_rule_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.retired_at is null
    and (to_jsonb(new) - '{retired_at,retired_by}'::text[]) = (to_jsonb(old) - '{retired_at,retired_by}'::text[]) then return new; end if;
  raise exception 'a rule is retired, never changed' using errcode = 'restrict_violation', constraint = 'rule_unchanged';
end $$;

create trigger rule_unchanged before update or delete on approval.rule
  for each row execute function approval.refuse_rule_change();

-- A request never changes. It ends once, and it is approved only with the required number of approvals.
create function approval.refuse_request_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
    or (to_jsonb(new) - '{state,note,closed_at}'::text[]) <> (to_jsonb(old) - '{state,note,closed_at}'::text[]) then
    raise exception 'a request ends once and never changes'
      using errcode = 'restrict_violation', constraint = 'request_unchanged';
  end if;
  if new.state = 'approved' and new.approvals_needed > (
    select count(*) from approval.decision d where d.request_id = new.id and d.verdict = 'approve') then
    raise exception 'request % has fewer approvals than it needs', new.id
      using errcode = 'check_violation', constraint = 'request_needs_approvals';
  end if;
  return new;
end $$;

create trigger request_unchanged before update or delete on approval.request
  for each row execute function approval.refuse_request_change();
