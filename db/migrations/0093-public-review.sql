-- What customers write about the bank for everyone to read. A person has one review per customer, and may replace it.

create schema public_review;

create table public_review.review (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  rating       int not null check (rating between 1 and 5),
  body         text not null check (length(body) <= 1000),
  shows_name   boolean not null,
  written_at   timestamptz not null default now(),
  -- Taken down by staff, who must name a ground: a low rating is none.
  hidden_at    timestamptz,
  hidden_by    uuid references staff.member,
  hidden_for   text check (hidden_for in ('personal_data', 'insult', 'not_about_us', 'advertising', 'not_genuine')),
  unique (customer_id, user_id),
  check ((hidden_at is null) = (hidden_by is null) and (hidden_at is null) = (hidden_for is null))
);
create index review_shown on public_review.review (written_at desc) where hidden_at is null;

-- When a customer was asked last, so that no one is asked too often.
alter table customer.customer add column review_asked_at timestamptz;
