-- What the identity vendor read in documents, selfies and company registers, beside what it decided. Null: it reported nothing.
alter table kyc.vendor_check add column report jsonb;

-- Documents that prove more than one person are found by number.
create index answer_document_number on kyc.answer (regexp_replace(upper(value #>> '{}'), '[^A-Z0-9]', '', 'g'))
  where name = 'documentNumber';
create index identity_document_digest on document.document (sha256) where purpose = 'identity_check';
