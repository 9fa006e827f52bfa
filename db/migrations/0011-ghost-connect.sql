-- Staff who look at the account of a customer: consent of the customer, visits and their sessions, and the review of some
-- visits by a second person.

create schema ghost_connect;

-- Six digits that the customer reads out, derived from the id and kept as a keyed hash only.
create table ghost_connect.consent (
  id            uuid primary key,
  customer_id   uuid not null,
  user_id       uuid not null,
  staff_id      uuid not null references staff.member,
  code_hash     bytea not null,
  requested_at  timestamptz not null default now(),
  expires_at    timestamptz not null,
  wrong_tries   smallint not null default 0,
  used_at       timestamptz,
  voided_at     timestamptz,
  foreign key (user_id, customer_id) references customer.membership (user_id, customer_id)
);
create unique index consent_open on ghost_connect.consent (user_id, customer_id) where used_at is null and voided_at is null;
create index consent_of_person on ghost_connect.consent (user_id, requested_at);

-- From the link on. Only the hash of the link's token is stored.
create table ghost_connect.visit (
  id                  uuid primary key,
  customer_id         uuid not null,
  user_id             uuid not null,
  staff_id            uuid not null references staff.member,
  staff_role          text not null,
  staff_session_id    uuid not null references staff.session,
  basis               text not null check (basis in ('consent', 'role', 'break_glass')),
  mode                text not null check (mode in ('view', 'assist')),
  consent_id          uuid unique references ghost_connect.consent,
  ticket              text not null check (length(ticket) between 3 and 40),
  reason              text not null check (length(reason) between 10 and 500),
  -- Why neither consent nor the usual reason is enough.
  break_glass_reason  text check (length(break_glass_reason) between 10 and 500),
  token_hash          bytea not null unique,
  created_at          timestamptz not null default now(),
  link_expires_at     timestamptz not null,
  opened_at           timestamptz,
  ends_at             timestamptz,
  ended_at            timestamptz,
  end_reason          text,
  foreign key (user_id, customer_id) references customer.membership (user_id, customer_id),
  constraint visit_with_consent check ((basis = 'consent') = (consent_id is not null)),
  constraint visit_with_own_reason check ((basis = 'break_glass') = (break_glass_reason is not null)),
  constraint visit_without_consent_only_looks check (basis = 'consent' or mode = 'view'),
  constraint visit_is_short check (link_expires_at <= created_at + interval '60 seconds' and ends_at <= opened_at + interval '30 minutes'),
  -- Named by the review of a visit, whose reviewer is another person.
  constraint visit_of_staff unique (id, staff_id),
  check ((opened_at is null) = (ends_at is null)),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is null or opened_at is not null)
);
create index visit_of_customer on ghost_connect.visit (customer_id, opened_at desc) where opened_at is not null;
-- One at a time: the browser has one cookie of a customer.
create unique index visit_open on ghost_connect.visit (staff_id) where opened_at is not null and ended_at is null;

-- Each week a second person looks at some of the visits of staff (product.md D7).
create schema visit_review;

create table visit_review.drawn_week (
  -- A Monday in London.
  week      date primary key check (extract(isodow from week) = 1),
  visits    integer not null check (visits >= 0),
  drawn_at  timestamptz not null default now()
);

create table visit_review.review (
  id           uuid primary key,
  visit_id     uuid not null unique,
  visitor_id   uuid not null,
  week         date not null references visit_review.drawn_week,
  drawn_at     timestamptz not null default now(),
  due_at       timestamptz not null,
  outcome      text check (outcome in ('fine', 'concern')),
  note         text check (length(note) between 10 and 1000),
  reviewed_by  uuid references staff.member,
  reviewed_at  timestamptz,
  foreign key (visit_id, visitor_id) references ghost_connect.visit (id, staff_id),
  constraint reviewer_is_not_visitor check (reviewed_by <> visitor_id),
  constraint concern_has_note check (outcome <> 'concern' or note is not null),
  check ((outcome is null) = (reviewed_by is null) and (outcome is null) = (reviewed_at is null)),
  check (note is null or outcome is not null)
);
create index review_open on visit_review.review (due_at) where outcome is null;
create index review_done on visit_review.review (reviewed_at desc) where outcome is not null;

-- What was recorded stays, and a drawn visit stays drawn.
create function visit_review.guard_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null
    or (new.visit_id, new.visitor_id, new.week, new.drawn_at, new.due_at)
      is distinct from (old.visit_id, old.visitor_id, old.week, old.drawn_at, old.due_at) then
    raise exception 'the review of visit % cannot change', old.visit_id
      using errcode = 'check_violation', constraint = 'review_is_final', schema = 'visit_review', table = 'review';
  end if;
  return new;
end $$;
create trigger guard_review before update or delete on visit_review.review
  for each row execute function visit_review.guard_review();
