-- What the partner behind a rail insists on knowing of a payment, besides who pays whom. A later row of a partner wins from
-- its date on; of several partners each is answered.
create table payment.regulatory_requirement (
  partner         text not null check (partner <> ''),
  rail            text not null,
  currency        char(3) not null,
  effective_from  timestamptz not null,
  required_fields            text[] not null check (required_fields <@ array['purposeCode', 'relationship', 'sourceOfFunds']),
  primary key (partner, rail, currency, effective_from)
);
insert into payment.regulatory_requirement (partner, rail, currency, effective_from, required_fields)
select 'sandbox-bank', rail, 'THB', '2020-01-01T00:00:00Z', '{purposeCode,relationship,sourceOfFunds}'
from unnest(array['promptpay', 'bahtnet']) as rail;
