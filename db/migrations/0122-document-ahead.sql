-- A document may be sent ahead of the payment that it is about; the payment takes it when it is made.
alter table document.document alter column payment_id drop not null;
create unique index document_ahead_once on document.document (customer_id, sha256) where payment_id is null and state <> 'refused';
create index document_ahead on document.document (customer_id, created_at) where payment_id is null;

-- How long it is kept without one. A later row wins from its date on.
create table document.setting (
  effective_from  timestamptz primary key,
  unattached_retention_hours     int not null check (unattached_retention_hours > 0)
);
insert into document.setting values ('2020-01-01T00:00:00Z', 24);
