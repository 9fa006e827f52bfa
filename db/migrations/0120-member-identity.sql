-- Who joins a customer by invitation pays, approves and manages people only once we know who they are. People who acted
-- before this rule keep what they could do, and who opens an account is checked with the account.

alter table customer.membership
  -- Null: the person reads, and moves nothing.
  add column identity_checked_at timestamptz;
update customer.membership set identity_checked_at = created_at where user_id is not null;
