-- People who join a customer by invitation send the documents of their identity check in the form that directors and
-- owners have. They are neither, and no part of the identity check of the customer: what they gave is decided on its own.

alter table kyc.person
  -- Of somebody who joined. Name and address are those of the user then.
  add column membership_id uuid references customer.membership,
  drop constraint removed_person_is_erased,
  add constraint removed_person_is_erased
    check ((removed_at is null and membership_id is null) = (name is not null) and (name is null) = (email is null)),
  drop constraint director_or_owner,
  add constraint director_or_owner check (is_director or share_percent >= 25 or membership_id is not null),
  add constraint member_is_no_owner check (membership_id is null or (not is_director and share_percent = 0));
create unique index person_of_membership on kyc.person (membership_id) where removed_at is null;
