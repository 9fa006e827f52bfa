-- The status of a customer's account is a lifecycle with history. What each status allows is a table of the contract
-- (packages/contract/src/platform/account-status.ts).

alter table customer.customer rename column status to state;
alter table customer.customer
  -- Why it has this status, as a code.
  add column state_reason text not null default 'opened' check (state_reason ~ '^[a-z_]+$'),
  add column state_since timestamptz not null default now();
update customer.customer set state_since = created_at;

create table customer.status_transition (
  customer_id   uuid not null references customer.customer,
  seq           int not null,
  state         text not null,
  actor_kind    text not null,
  actor_id      text,
  state_reason  text not null,
  at            timestamptz not null default clock_timestamp(),
  primary key (customer_id, seq)
);
create trigger transition_append_only before update or delete on customer.status_transition
  for each row execute function platform.refuse_change();
insert into customer.status_transition (customer_id, seq, state, actor_kind, actor_id, state_reason, at)
select id, 1, state, 'system', 'migration', state_reason, created_at from customer.customer;

create trigger state_transition before update of state on customer.customer
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'customer.customer', from_state, unnest(to_states) from (values
  ('pending', '{active,suspended,locked,closing}'::text[]),
  ('active', '{restricted,suspended,locked,dormant,closing}'),
  ('restricted', '{active,suspended,locked,closing}'),
  ('suspended', '{active,restricted,locked,closing}'),
  ('locked', '{pending,active,restricted,suspended,dormant,closing}'),
  ('dormant', '{active,restricted,suspended,locked,closing}'),
  ('closing', '{pending,active,restricted,suspended,dormant,locked,closed}')
) as allowed (from_state, to_states);
