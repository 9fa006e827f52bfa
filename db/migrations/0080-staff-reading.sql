-- Indexes of the home page of staff, which counts over one day, and of the search in the audit log.
create index rejected_attempt_in_time on payment.rejected_attempt (at);
create index name_check_override_in_time on payee.name_check_override (accepted_at);

-- The log is searched by time, and rows arrive in its order: a tiny index is enough.
create index audit_in_time on platform.audit using brin (at);
create index chain_entry_of_audit on audit_chain.entry (audit_id) where audit_id is not null;
