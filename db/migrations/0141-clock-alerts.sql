-- Missing grounds and the last day of a hold are two alerts: the first does not use up the second.
alter table review.statutory_hold add column grounds_alerted_at timestamptz;
