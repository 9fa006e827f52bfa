export const users = {
  changed_by_us: 'Larkmere',
  help_account_blocked: 'Nothing was changed. This account is blocked, so compliance decides first.',
  person_nothing_to_correct: 'Enter a phone number or an e-mail address',
  help_person_blocked: 'Nothing was changed. An account of this person is blocked, so compliance decides first.',

  user_accounts_required: 'Choose at least one account',
  user_account_unknown: 'Choose accounts from the list',
  user_role_not_offered: 'Choose a role from the list',
  user_right_not_of_role: 'Choose only rights that belong to the role',
  user_limit_invalid: 'Enter an amount above zero, or leave it blank for no limit',
  user_daily_limit_too_low: 'Enter at least the limit per payment',
  user_reason_required: 'Choose a reason',

  rights_exceeded_accounts: 'Nothing was changed. You can only give accounts that you can use yourself.',
  rights_exceeded_per_payment: 'Nothing was changed. The limit per payment cannot be above your own of {limit}.',
  rights_exceeded_daily: 'Nothing was changed. The limit per day cannot be above your own of {limit}.',

  rule_left_unsatisfiable:
    'Nothing was changed. Too few people could approve afterwards. {what} Make someone an approver, or end the rule first.',
  approval_maker_may_not: '{nothingDone} The person who asked for this may not do so any more.',
} as const;
