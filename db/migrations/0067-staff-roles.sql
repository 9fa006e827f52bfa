-- Permissions of the roles of staff, and changes to staff accounts that take two people.

create table staff.permission (
  role            text not null check (role in
    ('support', 'payment_operations', 'compliance', 'mlro', 'dealer', 'finance', 'settings', 'super', 'auditor')),
  area            text not null check (area ~ '^[a-z_]+$'),
  level           text not null check (level in ('none', 'view', 'act', 'approve')),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (role, area, effective_from),
  -- An auditor reads everything and changes nothing.
  constraint auditor_only_reads check (role <> 'auditor' or level in ('none', 'view'))
);

-- The starter roles; an area without a row is not permitted.
insert into staff.permission
select role, area, level, '2020-01-01T00:00:00Z' from (values
  ('support', 'customers', 'view'),
  ('support', 'customer_details', 'act'),
  ('support', 'identity_numbers', 'act'),
  ('support', 'account_status', 'act'),
  ('support', 'pin_reset', 'act'),
  ('support', 'sub_users', 'act'),
  ('support', 'connect_as_customer', 'act'),
  ('support', 'service_control', 'act'),
  ('payment_operations', 'customers', 'view'),
  ('payment_operations', 'customer_details', 'act'),
  ('payment_operations', 'account_status', 'act'),
  ('payment_operations', 'connect_as_customer', 'view'),
  ('payment_operations', 'payment_review', 'act'),
  ('payment_operations', 'documents', 'act'),
  ('payment_operations', 'compensation', 'act'),
  ('payment_operations', 'payees_held', 'act'),
  ('payment_operations', 'reconciliation', 'view'),
  ('payment_operations', 'service_control', 'act'),
  ('payment_operations', 'api_log', 'act'),
  ('compliance', 'customers', 'view'),
  ('compliance', 'customer_details', 'act'),
  ('compliance', 'identity_numbers', 'act'),
  ('compliance', 'account_status', 'act'),
  ('compliance', 'sub_users', 'act'),
  ('compliance', 'connect_as_customer', 'view'),
  ('compliance', 'payment_review', 'act'),
  ('compliance', 'documents', 'act'),
  ('compliance', 'compensation', 'act'),
  ('compliance', 'payees_held', 'act'),
  ('compliance', 'kyc', 'act'),
  ('compliance', 'screening_hits', 'act'),
  ('compliance', 'check_rules', 'act'),
  ('mlro', 'customers', 'view'),
  ('mlro', 'customer_details', 'act'),
  ('mlro', 'identity_numbers', 'act'),
  ('mlro', 'account_status', 'approve'),
  ('mlro', 'sub_users', 'act'),
  ('mlro', 'connect_as_customer', 'approve'),
  ('mlro', 'payment_review', 'approve'),
  ('mlro', 'documents', 'approve'),
  ('mlro', 'compensation', 'approve'),
  ('mlro', 'payees_held', 'approve'),
  ('mlro', 'kyc', 'approve'),
  ('mlro', 'screening_hits', 'approve'),
  ('mlro', 'reconciliation', 'view'),
  ('mlro', 'check_rules', 'act'),
  ('dealer', 'customers', 'view'),
  ('dealer', 'dealing_desk', 'act'),
  ('dealer', 'prices', 'view'),
  ('dealer', 'rate_offtime', 'act'),
  ('finance', 'customers', 'view'),
  ('finance', 'compensation', 'view'),
  ('finance', 'dealing_desk', 'view'),
  ('finance', 'reconciliation', 'act'),
  ('finance', 'prices', 'act'),
  ('finance', 'api_log', 'act'),
  ('settings', 'prices', 'act'),
  ('settings', 'rate_offtime', 'act'),
  ('settings', 'rules', 'act'),
  ('settings', 'check_rules', 'act'),
  ('settings', 'service_control', 'act'),
  ('settings', 'api_log', 'act'),
  ('settings', 'roles', 'act'),
  ('super', 'prices', 'approve'),
  ('super', 'rate_offtime', 'approve'),
  ('super', 'rules', 'approve'),
  ('super', 'check_rules', 'approve'),
  ('super', 'service_control', 'approve'),
  ('super', 'api_log', 'act'),
  ('super', 'roles', 'approve'),
  ('auditor', 'customers', 'view'),
  ('auditor', 'customer_details', 'view'),
  ('auditor', 'account_status', 'view'),
  ('auditor', 'pin_reset', 'view'),
  ('auditor', 'sub_users', 'view'),
  ('auditor', 'connect_as_customer', 'view'),
  ('auditor', 'payment_review', 'view'),
  ('auditor', 'documents', 'view'),
  ('auditor', 'compensation', 'view'),
  ('auditor', 'payees_held', 'view'),
  ('auditor', 'kyc', 'view'),
  ('auditor', 'screening_hits', 'view'),
  ('auditor', 'dealing_desk', 'view'),
  ('auditor', 'reconciliation', 'view'),
  ('auditor', 'prices', 'view'),
  ('auditor', 'rate_offtime', 'view'),
  ('auditor', 'rules', 'view'),
  ('auditor', 'check_rules', 'view'),
  ('auditor', 'service_control', 'view'),
  ('auditor', 'api_log', 'view'),
  ('auditor', 'roles', 'view')
) as starter (role, area, level);

-- Invited: the person has a link and no password yet.
alter table staff.member drop constraint member_status_check;
alter table staff.member add constraint member_status_check
  check (status in ('invited', 'active', 'suspended', 'removed'));
alter table staff.member alter column password_hash drop not null;
alter table staff.member add constraint member_active_with_password
  check (status in ('invited', 'removed') or password_hash is not null);

-- A new account, another role or the end of a suspension: proposed by one member of staff, decided by another, who is not
-- the person concerned.
create table staff.member_change (
  id             uuid primary key,
  kind           text not null check (kind in ('invite', 'role', 'reinstate')),
  -- Of an invitation: the account that its approval creates.
  member_id      uuid not null,
  role           text not null,
  name           text not null,
  username       text,
  email          text,
  reason         text not null check (length(reason) between 10 and 500),
  state          text not null check (state in ('proposed', 'approved', 'refused')),
  -- Null for the first account, which the operator creates on the server.
  proposed_by    uuid references staff.member,
  proposed_at    timestamptz not null default now(),
  decided_by     uuid references staff.member,
  decided_at     timestamptz,
  decision_note  text,
  constraint member_change_by_two check (decided_by <> proposed_by and proposed_by <> member_id and decided_by <> member_id),
  check ((kind = 'invite') = (username is not null) and (kind = 'invite') = (email is not null)),
  check ((state = 'proposed') = (decided_at is null))
);
create unique index member_change_open on staff.member_change (member_id) where state = 'proposed';

-- A link to the first password. Ended by its use, by a suspension and by a newer link.
create table staff.invitation (
  id          uuid primary key,
  member_id   uuid not null references staff.member,
  token_hash  bytea not null unique,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  ended_at    timestamptz
);
create index invitation_open on staff.invitation (member_id) where ended_at is null;
