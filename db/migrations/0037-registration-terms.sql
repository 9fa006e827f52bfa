-- Without a version, the customer is asked to accept the terms at the first login.

alter table registration.request alter column terms_version drop not null;
