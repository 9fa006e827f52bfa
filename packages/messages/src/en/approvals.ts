export const approvals = {
  approval_too_few_approvers:
    'Nothing was sent or exchanged. A colleague needs to approve this, and too few can right now. Ask the account owner.',
  approval_request_changed:
    'Nothing was sent. The request changed after it was created, so it cannot be approved any more.',
  approval_request_closed: 'Nothing was changed. This has already been decided or has expired.',
  approval_already_given: 'Nothing was changed. You’ve already approved this. Someone else needs to approve it too.',
  approval_expired: 'Nothing was done. Nobody approved this in time.',
  approval_withdrawn: '{name} withdrew it.',
  approval_withdrawn_with_note: '{name} withdrew it: {note}',
  approval_sent_back: '{name} sent it back: {note}',
  send_back_note_required: 'Enter a reason, so your colleague knows what to change',

  approval_maker_gone: '{nothingDone} The person who asked for this is no longer in your team.',
  approval_rule_stays: 'The rule stays in force.',

  approve_rule_end: 'End an approval rule',
  approval_rule_label: 'Rule',
  rule_applies_to_all: 'created by anyone',
  rule_applies_to_role: 'created by the role {role}',
  rule_applies_to_person: 'created by {name}',
  rule_scope_payees: 'New payees',
  rule_scope_exchanges: 'Exchanges from {minimum}',
  rule_scope_payments: 'Payments from {minimum}',
  rule_summary: '{what} {appliesTo} need {approvers, plural, one {# approval} other {# approvals}}.',
  rule_summary_with_roles:
    '{what} {appliesTo} need {approvers, plural, one {# approval} other {# approvals}} from the role {roles}.',

  rule_minimum_required: 'Enter an amount, such as 1000.00',
  rule_minimum_not_needed: 'Leave the amount blank for rules about payees',
  rule_person_unknown: 'Choose someone from your team',
  rule_needs_more_approvers:
    'Nothing was saved. {scope, select, payment {Payments} payee {Payees} other {Exchanges}} would need {approvers, plural, one {# approval} other {# approvals}}, and only {names} could give one.',
  rule_needs_more_approvers_for:
    'Nothing was saved. {scope, select, payment {Payments} payee {Payees} other {Exchanges}} of {maker} would need {approvers, plural, one {# approval} other {# approvals}}, and only {names} could give one.',
  rule_has_no_approvers:
    'Nothing was saved. {scope, select, payment {Payments} payee {Payees} other {Exchanges}} would need {approvers, plural, one {# approval} other {# approvals}}, and nobody could give one.',
  rule_has_no_approvers_for:
    'Nothing was saved. {scope, select, payment {Payments} payee {Payees} other {Exchanges}} of {maker} would need {approvers, plural, one {# approval} other {# approvals}}, and nobody could give one.',
} as const;
