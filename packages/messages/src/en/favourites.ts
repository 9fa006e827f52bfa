export const favourites = {
  favourite_changed: 'Nothing was changed. This favourite was changed meanwhile. Reload the page and try again.',
  favourite_not_payable: 'Nothing was sent. This favourite cannot be paid now.',
  favourite_target_missing: 'Choose a member or a payee',
  too_many_favourites: 'Nothing was saved. You have {max} favourites. Remove one first.',

  favourite_member_renamed:
    'The name of this member was {oldName} when the favourite was saved on {day}, and is {newName} now. Check and save the favourite again.',
  favourite_member_stopped: 'This member cannot receive money at the moment.',
  favourite_member_without_currency: '{name} has no {currency} wallet at the moment.',

  favourite_account_changed: 'The account number of this payee changed on {day}: check and save the favourite again.',
  favourite_name_changed: 'The name of this payee changed on {day}: check and save the favourite again.',
  favourite_details_changed: 'The details of this payee changed on {day}: check and save the favourite again.',
  favourite_payee_removed: 'This payee was removed on {day}. Add the payee again, then save a new favourite.',
  favourite_payee_pending: 'This payee is being checked and cannot be paid yet.',
  favourite_payee_reject: 'This payee was rejected and cannot be paid.',
  favourite_payee_disabled: 'This payee is blocked and cannot be paid.',
  favourite_payee_stopped_because: 'This payee cannot be paid at the moment. {note}',
} as const;
