-- A moved rate is told every few seconds and worth nothing a day later: found by this, and forgotten.
create index event_rate_moved on platform.event (created_at) where topic = 'rate.moved';
