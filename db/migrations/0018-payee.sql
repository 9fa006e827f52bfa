-- Payees, their versions and name checks.

create schema payee;

-- The answer of the payee's bank as displayed, kept as evidence.
create table payee.name_check (
  id                uuid primary key,
  customer_id       uuid not null references customer.customer,
  user_id           uuid not null references customer.user,
  scheme            text not null check (scheme in ('cop', 'vop', 'promptpay', 'none')),
  result            text not null,
  code              text not null,
  actual_name       text,
  partner_check_id  text,
  name              text not null,
  entity_type       text not null,
  account           text not null,
  requested_at      timestamptz not null default now(),
  expires_at        timestamptz not null,
  payee_type        text not null
);
create index name_check_of_user on payee.name_check (user_id, requested_at);
create index name_check_of_customer on payee.name_check (customer_id, account, requested_at);
create trigger name_check_append_only before update or delete on payee.name_check
  for each row execute function platform.refuse_change();

create table payee.payee (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  version            int not null default 1,
  type               text not null check (type in ('gbp', 'eur', 'thb', 'swt', 'usd', 'localatw', 'swiftatw')),
  currency           char(3) not null,
  entity_type        text not null check (entity_type in ('individual', 'company')),
  name               text not null,
  nickname           text,
  account            text not null,
  default_reference  text,
  favourite          boolean not null default false,
  status             text not null check (status in ('pending', 'approved', 'reject', 'disabled')),
  reason             text,
  name_check_id      uuid references payee.name_check,
  created_by         uuid not null references customer.user,
  created_at         timestamptz not null default now(),
  last_paid_at       timestamptz,
  deleted_at         timestamptz,
  details            jsonb not null,
  reason_code        text check (reason_code in ('name_check', 'team_approval', 'compliance', 'bank_details_invalid')),
  -- Since when this payee has this account.
  account_set_at     timestamptz not null,
  -- The payee is the customer's own account at another bank.
  own_account        boolean not null default false,
  -- False: was paid once and is in no list of the customer. Saving the same account later saves this payee.
  saved              boolean not null default true,
  constraint payee_names_an_account check (account <> '')
);
create unique index payee_account_unique on payee.payee (customer_id, type, currency, account) where deleted_at is null;
-- Finds payees that staff must review.
create index payee_waiting on payee.payee (created_at) where status = 'pending' and deleted_at is null;
-- Who else pays an account (product.md D2).
create index payee_of_account on payee.payee (type, currency, account);

-- Every version of a payee. A payment names the version that it was approved for.
create table payee.version (
  payee_id    uuid not null references payee.payee,
  version     int not null,
  details     jsonb not null,
  changed_by  uuid not null,
  changed_at  timestamptz not null default now(),
  primary key (payee_id, version)
);
create trigger version_append_only before update or delete on payee.version
  for each row execute function platform.refuse_change();

-- A payee that its author entered to pay it at once. The payment that names it makes it a payee; without one it is deleted
-- after a day. `details` as in payee.version.
create table payee.draft (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  version      int not null,
  type         text not null,
  currency     char(3) not null,
  account      text not null check (account <> ''),
  details      jsonb not null,
  saved_at     timestamptz not null,
  constraint draft_account_unique unique (user_id, customer_id, type, currency, account)
);
create index draft_in_time on payee.draft (saved_at);

-- Every name check request to another bank, written before it is sent, so that concurrent requests cannot exceed the
-- rate limit. The answer is a row of payee.name_check with the same id.
create table payee.name_check_request (
  id            uuid primary key,
  user_id       uuid not null references customer.user,
  requested_at  timestamptz not null default now()
);
create index name_check_request_of_user on payee.name_check_request (user_id, requested_at);

-- The customer continued despite the answer: evidence, and the reason not to ask again for a while.
create table payee.name_check_override (
  name_check_id  uuid primary key references payee.name_check,
  customer_id    uuid not null references customer.customer,
  user_id        uuid not null references customer.user,
  accepted_at    timestamptz not null,
  -- The customer's own words, required if the name does not match.
  reason         text check (reason <> '')
);
create index name_check_override_of_customer on payee.name_check_override (customer_id, accepted_at);
-- The home page of staff counts over one day.
create index name_check_override_in_time on payee.name_check_override (accepted_at);
create trigger name_check_override_append_only before update or delete on payee.name_check_override
  for each row execute function platform.refuse_change();

-- Whether users of a business may pay or add a payee whose name does not match. Without a row they may, after ten
-- seconds and with a reason.
create table payee.name_check_policy (
  customer_id        uuid primary key references customer.customer,
  block_on_no_match  boolean not null,
  set_by             uuid not null,
  set_at             timestamptz not null,
  constraint policy_set_by_member foreign key (set_by, customer_id)
    references customer.membership (user_id, customer_id)
);
