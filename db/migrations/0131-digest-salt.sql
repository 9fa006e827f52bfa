-- Depends on 0047-kyc and 0061-member-transfer.
-- The digest of such a row stays in the audit chain after the row was erased. The salt is erased with the row, so that nobody can
-- guess what the row said from its digest.
alter table kyc.answer add column digest_salt uuid not null default gen_random_uuid();
alter table kyc.person add column digest_salt uuid not null default gen_random_uuid();
alter table member_transfer.lookup add column digest_salt uuid not null default gen_random_uuid();
