-- Failed sign-ins are counted per person or member of staff once known, before that per keyed hash of what was typed, and
-- per address. What people typed as a name goes away: some type their password there.
delete from session.login_throttle where subject not like 'address:%';
alter table session.login_throttle add constraint attempt_subject
  check (subject ~ '^(address:.+|(person|staff):[0-9a-f-]{36}|name:[0-9a-f]{64})$');
create index attempt_by_time on session.login_throttle (last_at);
