-- What the partner behind a rail insists on knowing of a payment, besides who pays whom. A later row of a partner wins from
-- its date on; of several partners each is answered.
create table payment.background_rule (
  partner         text not null check (partner <> ''),
  rail            text not null,
  currency        char(3) not null,
  effective_from  timestamptz not null,
  asks            text[] not null check (asks <@ array['purposeCode', 'relationship', 'sourceOfFunds']),
  primary key (partner, rail, currency, effective_from)
);
insert into payment.background_rule (partner, rail, currency, effective_from, asks)
select 'sandbox-bank', rail, 'THB', '2020-01-01T00:00:00Z', '{purposeCode,relationship,sourceOfFunds}'
from unnest(array['promptpay', 'bahtnet']) as rail;
