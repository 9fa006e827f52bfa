-- A bank may make an order after all that it had given back: the payment has left then, with that order as the one that counts.
insert into payment.next_state (from_state, to_state) values ('in_review', 'sent');

alter table payment.payment
  drop constraint payment_first_attempt_answers_nothing,
  add constraint payment_first_attempt_answers_nothing check (attempt > 1 or num_nonnulls(resubmitted_at, rfi_response) = 0),
  add constraint payment_first_attempt_is_contradicted_once_left check (
    attempt > 1 or status_conflict_at is null or state in ('sent', 'completed', 'returned'));

-- Nothing leaves out of a review unless a bank says that it has gone.
create function payment.refuse_unsaid() returns trigger language plpgsql as $$
begin
  raise exception 'payment % leaves a review without a word of the bank', new.id
    using errcode = 'check_violation', constraint = 'payment_made_after_all';
end $$;
create trigger payment_made_after_all before update of state on payment.payment
  for each row when (old.state = 'in_review' and new.state = 'sent' and new.status_conflict_at is null)
  execute function payment.refuse_unsaid();

-- Two let a payment go, or two settle it by what the bank says; one of each are not two.
alter table review.decision add column settles boolean not null default false;
