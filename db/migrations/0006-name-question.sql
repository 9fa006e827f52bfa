-- Every question to another bank whose name belongs to an account, written before it is asked: many at once cannot slip
-- past the limit. The answer is a row of payee.name_check with the same id.
create table payee.name_check_request (
  id         uuid primary key,
  user_id  uuid not null references customer.user,
  requested_at   timestamptz not null default now()
);
create index name_question_of_person on payee.name_check_request (user_id, requested_at);
