-- Each week a second person looks at some of the visits of staff (product.md D7).

create schema visit_review;

create table visit_review.drawn_week (
  -- A Monday in London.
  week      date primary key check (extract(isodow from week) = 1),
  visits    integer not null check (visits >= 0),
  drawn_at  timestamptz not null default now()
);

alter table ghost_connect.visit add constraint visit_of_staff unique (id, staff_id);

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

insert into role.permission (role, area, level, effective_from) values
  ('compliance', 'visit_review', 'act', '2020-01-01T00:00:00Z'),
  ('mlro', 'visit_review', 'act', '2020-01-01T00:00:00Z'),
  ('auditor', 'visit_review', 'view', '2020-01-01T00:00:00Z');
