-- An order that colleagues have to approve waits for them, with what it sets aside, and is matched by nothing meanwhile.
alter table auto_fx.auto_order
  drop constraint auto_order_state_check,
  add constraint auto_order_state_check check (state in ('pending_approval', 'active', 'paused', 'failed_retryable',
    'held_offhours', 'held_service_off', 'filled', 'failed_final', 'expired', 'cancelled')),
  -- Colleagues have approved the present terms: the payments behind its fills are not asked about one by one.
  add column is_approved boolean not null default false,
  -- What it is once they have: a paused order that was changed stays paused.
  add column state_after_approval text check (state_after_approval in ('active', 'paused')),
  add constraint pending_order_knows_its_state check (state <> 'pending_approval' or (state_after_approval is not null and not is_approved));

-- An order that waits ends with its last day too.
drop index auto_fx.order_to_expire;
create index order_to_expire on auto_fx.auto_order (valid_until) where state in
  ('pending_approval', 'active', 'paused', 'failed_retryable', 'held_offhours', 'held_service_off');
