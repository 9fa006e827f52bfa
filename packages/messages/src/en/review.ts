/** Reviewed payments: what their payer reads, and what staff reads. */
export const review = {
  payment_question_asked: 'Your money is reserved and safe. We have a question about this payment.',
  payment_question_asked_next: 'Answer our question on the payment page.',
  payment_answer_in_review: 'Your money is reserved and safe. We have your answer and are checking it.',
  payment_decision_next: 'We’ll decide, or ask you once more.',
  payment_document_refused: 'Your money is reserved and safe. We cannot use “{fileName}”.',
  payment_document_refused_because: 'Your money is reserved and safe. We cannot use “{fileName}”. {note}',
  payment_document_refused_next: 'Upload another document on the payment page.',
  payment_document_missing:
    'Your money is reserved and safe. A payment of this size needs a document and we do not have one yet.',
  payment_document_missing_next: 'Upload the document on the payment page.',
  payment_still_in_review: 'Your money is reserved and safe. We’re still checking this payment.',
  payment_extra_checks: 'Your money is reserved and safe. We’re making extra checks.',
  payment_declined: 'We cannot make this payment.',
  payment_expired_no_answer: 'You did not answer our question in time.',
  payment_expired_checks: 'We could not finish our checks in time.',

  review_claimed_until: 'Nothing was changed. {name} has this payment until {until}.',
  review_claim_own: 'Nothing was changed. You do not have this payment, or your claim ran out.',
  review_colleague_wrong: 'Choose a colleague who may decide about this payment',
  review_look_first: 'Nothing was decided. Record your own look before you follow or overrule a recommendation.',
  review_look_recorded: 'Nothing was changed. You have recorded your look already.',
  review_overrule_reason: 'Say why you do not follow the recommendation',
  review_look_reason_wrong: 'Choose a reason that fits your decision',

  answer_required: 'Enter an answer',
  answer_choice_required: 'Choose one of the answers',
  answer_yes_no_required: 'Choose yes or no',
  answer_document_required: 'Upload the document first',
  bank_answer_required: 'Enter the answer to the bank’s question',
  bank_answer_not_needed: 'Clear this field. The bank did not ask anything about this payment',
} as const;
