-- A password that staff gave a person, to choose an own one with. It opens no session.

alter table session.password add column one_time_until timestamptz;
