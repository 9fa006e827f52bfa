-- Hashes of the two PINs before the present one: none of the last three can be chosen again.
alter table pin.pin add column past_hashes text[] not null default '{}' check (cardinality(past_hashes) <= 2);
