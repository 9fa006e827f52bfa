-- Rows of a file in one currency that wait for colleagues together, with their money set aside by a hold of the same id.
create table bulk_payment.release (
  id                    uuid primary key,
  file_id               uuid not null references bulk_payment.file,
  user_id             uuid not null references customer.user,
  source_bankholder_id  text not null,
  currency              char(3) not null,
  count                 int not null check (count > 0),
  amount_minor          bigint not null check (amount_minor > 0),
  -- The most that all of them cost.
  fee_minor             bigint not null check (fee_minor >= 0),
  state                 text not null default 'awaiting_approval' check (state in ('awaiting_approval', 'released', 'sent_back')),
  created_at            timestamptz not null default now()
);
create index release_of_file on bulk_payment.release (file_id, created_at desc);

alter table bulk_payment.row
  drop constraint row_state_check,
  add constraint row_state_check check (state in
    ('faulty', 'checking', 'doubtful', 'ready', 'left_out', 'awaiting_approval', 'released', 'paid', 'refused')),
  -- What colleagues approve it with, or approved.
  add column release_id uuid references bulk_payment.release,
  add check (state <> 'awaiting_approval' or (release_id is not null and released_by is not null
    and source_bankholder_id is not null and fee_minor is not null)),
  add check (release_id is null or state in ('awaiting_approval', 'released', 'paid', 'refused'));
create index row_of_release on bulk_payment.row (release_id) where release_id is not null;

-- What colleagues are asked about stands still until they have decided.
create function bulk_payment.refuse_change_of_asked() returns trigger language plpgsql as $$
begin
  raise exception 'row % waits for colleagues', old.id
    using errcode = 'restrict_violation', constraint = 'asked_row_never_changes';
end $$;
create trigger asked_row_never_changes before update on bulk_payment.row for each row
  when (old.state = 'awaiting_approval' and (new.state not in ('ready', 'released')
    or (old.digest, old.read, old.amount_minor, old.currency, old.rail, old.payee_id, old.payee_version)
      is distinct from (new.digest, new.read, new.amount_minor, new.currency, new.rail, new.payee_id, new.payee_version)))
  execute function bulk_payment.refuse_change_of_asked();
