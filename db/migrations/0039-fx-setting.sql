-- How often a customer may ask for a price. A later row wins from its date on.
create table fx.setting (
  effective_from     timestamptz primary key,
  quotes_per_minute  int not null check (quotes_per_minute > 0)
);
insert into fx.setting values ('2020-01-01T00:00:00Z', 60);
