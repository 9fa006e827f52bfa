-- A person may belong to several customers. The membership carries role, rights and limits in each of them; a session
-- looks at one customer at a time.

create table customer.membership (
  id                 uuid primary key,
  customer_id        uuid not null references customer.customer,
  -- Null until the person accepts the invitation.
  user_id            uuid references customer.user,
  role               text not null,
  access             text[] not null,
  -- Bank holder ids of the accounts that the person may use; null: all.
  accounts           text[] check (cardinality(accounts) > 0),
  limit_currency     char(3),
  per_payment_minor  bigint check (per_payment_minor > 0),
  daily_minor        bigint check (daily_minor > 0),
  state              text not null check (state in ('invited', 'active', 'suspended', 'removed')),
  -- Why the person was suspended or removed, as they read it.
  reason             text check (reason <> ''),
  invited_email      text check (invited_email <> ''),
  invited_by         uuid references customer.user,
  invited_at         timestamptz,
  -- End of the invitation.
  expires_at         timestamptz,
  -- Bank holder id of the account that the person looked at last.
  current_view       text,
  last_viewed_at     timestamptz,
  created_at         timestamptz not null default now(),
  unique (user_id, customer_id),
  constraint membership_of_somebody check (user_id is not null or state in ('invited', 'removed')),
  constraint invitation_complete check (
    state <> 'invited' or num_nulls(invited_email, invited_by, invited_at, expires_at) = 0),
  constraint invitation_ends check (expires_at > invited_at),
  constraint limits_have_a_currency check (num_nonnulls(per_payment_minor, daily_minor) = 0 or limit_currency is not null),
  constraint suspended_for_a_reason check (state <> 'suspended' or reason is not null)
);
create index membership_of_customer on customer.membership (customer_id);
create index membership_invited on customer.membership (expires_at) where state = 'invited';
create unique index membership_invited_once on customer.membership (customer_id, lower(invited_email)) where state = 'invited';
create trigger state_transition before update of state on customer.membership
  for each row when (old.state <> new.state) execute function platform.require_transition();

create table customer.membership_transition (
  membership_id  uuid not null references customer.membership,
  seq            smallint not null,
  state          text not null,
  actor_kind     text not null,
  actor_id       text,
  role           text not null,
  reason         text,
  at             timestamptz not null default clock_timestamp(),
  primary key (membership_id, seq)
);
create trigger transition_append_only before update or delete on customer.membership_transition
  for each row execute function platform.refuse_change();

insert into platform.state_transition (table_name, from_state, to_state)
select 'customer.membership', from_state, unnest(to_states) from (values
  ('invited', '{active,removed}'::text[]),
  ('active', '{suspended,removed}'::text[]),
  ('suspended', '{active,removed}'::text[]),
  ('removed', '{invited}'::text[])
) as allowed (from_state, to_states);

-- Nobody moves to another customer, or takes over the membership of somebody else.
create function customer.refuse_membership_change() returns trigger language plpgsql as $$
begin
  if new.customer_id <> old.customer_id or new.user_id is distinct from old.user_id and old.user_id is not null then
    raise exception 'membership % stays with its customer and person', old.id
      using errcode = 'restrict_violation', constraint = 'membership_unchanged';
  end if;
  return new;
end $$;
create trigger membership_unchanged before update on customer.membership
  for each row execute function customer.refuse_membership_change();

insert into customer.membership (id, customer_id, user_id, role, access, state, reason, current_view, created_at)
select gen_random_uuid(), p.customer_id, p.id, p.role, p.access, p.status,
  case p.status when 'suspended' then 'Suspended by the account owner.' end, c.current_view, p.created_at
from customer.user p join customer.customer c on c.id = p.customer_id;

insert into customer.membership_transition (membership_id, seq, state, actor_kind, actor_id, role, reason)
select id, 1, state, 'system', 'migration', role, reason from customer.membership;

alter table session.session add column customer_id uuid;
update session.session s set customer_id = p.customer_id from customer.user p where p.id = s.user_id;
alter table session.session alter column customer_id set not null;
alter table session.session add foreign key (user_id, customer_id) references customer.membership (user_id, customer_id);
create index session_of_customer on session.session (user_id, customer_id) where ended_at is null;

-- Null: about the person, such as a new password, and shown whichever customer they look at.
alter table notification.notification add column customer_id uuid references customer.customer;
update notification.notification n set customer_id = p.customer_id
from customer.user p where p.id = n.user_id and n.type not in ('pin.locked', 'session.sign_in_locked', 'recovery.password_reset');

-- The same key is another request when it is made for another customer.
update platform.idempotency i set actor = i.actor || ':' || p.customer_id from customer.user p where i.actor = p.id::text;

-- With cascade, because foreign keys and the triggers of the audit chain name these columns. `npm run migrate` creates
-- the triggers again.
alter table customer.user drop column customer_id cascade, drop column role cascade, drop column access cascade,
  drop column status cascade;
alter table customer.customer drop column current_view;

alter table approval.rule
  add constraint rule_created_by_member foreign key (created_by, customer_id) references customer.membership (user_id, customer_id),
  add constraint rule_retired_by_member foreign key (retired_by, customer_id) references customer.membership (user_id, customer_id),
  add constraint rule_of_member foreign key (user_id, customer_id) references customer.membership (user_id, customer_id);
alter table approval.request
  add constraint request_of_member foreign key (maker_id, customer_id) references customer.membership (user_id, customer_id);
alter table approval.decision
  add constraint decision_of_member foreign key (user_id, customer_id) references customer.membership (user_id, customer_id);
alter table payee.name_check_policy
  add constraint policy_set_by_member foreign key (set_by, customer_id) references customer.membership (user_id, customer_id);
