-- The idempotency key of the last change, because the repeated request would name a password that is no longer valid.
alter table session.password add column change_key uuid;
