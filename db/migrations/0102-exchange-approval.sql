-- Rules about exchanges between a customer's own accounts, beside those about payments and payees.
alter table approval.rule
  drop constraint rule_scope_check,
  add constraint rule_scope_check check (scope in ('payment', 'payee', 'fx')),
  drop constraint rule_check2,
  add constraint payee_has_no_amount check (scope <> 'payee' or min_minor = 0);

alter table approval.request
  drop constraint request_kind_check,
  add constraint request_kind_check check (kind in
    ('payment', 'payee', 'rule', 'bulk', 'standing_order', 'standing_date', 'auto_fx', 'fx', 'manual_fx'));

-- An exchange that waits for colleagues. Its quote is the worst that its maker agreed to, and the hold of what leaves at
-- most bears the quote's id.
create table fx.pending_conversion (
  id                    uuid primary key,
  customer_id           uuid not null references customer.customer,
  user_id             uuid not null references customer.user,
  worst_case_quote_id        uuid not null unique references fx.quote,
  source_bankholder_id  text not null,
  target_bankholder_id  text not null check (target_bankholder_id <> source_bankholder_id),
  state                 text not null default 'awaiting_approval' check (state in ('awaiting_approval', 'made', 'sent_back')),
  conversion_id         uuid references fx.conversion,
  created_at            timestamptz not null default now(),
  check ((state = 'made') = (conversion_id is not null))
);

-- A request to a dealer that colleagues have to approve reaches no dealer before.
alter table manual_fx.deal
  drop constraint deal_state_check,
  add constraint deal_state_check check (state in ('pending_approval', 'requested', 'assigned', 'quoted', 'accepted',
    'booked', 'settled', 'declined', 'expired', 'withdrawn', 'unable'));
