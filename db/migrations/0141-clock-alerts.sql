-- Missing grounds and the last day of a hold are two alerts: the first does not use up the second.
alter table review.clock add column grounds_alerted_at timestamptz;
