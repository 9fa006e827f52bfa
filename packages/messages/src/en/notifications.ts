/** Notifications, with `<code>_title` beside each text. Why it happened and what comes next follow as own sentences. */
export const notifications = {
  notice_owner: '{owner, select, you {With you.} team {With your team.} us {With us.} bank {With the bank.} other {}}',
  notice_next_update: 'Next update by {nextUpdateAt}.',
  notice_next_update_and_deadline: 'Next update by {nextUpdateAt}. Deadline: {deadlineAt}.',

  notice_payment_confirmed_title: 'Payment confirmed',
  notice_payment_confirmed: 'We’re sending {amount} to {payeeName}.',
  notice_payment_scheduled_title: 'Payment scheduled',
  notice_payment_awaiting_funds_title: 'Add money for a payment',
  notice_payment_waiting_title: 'Payment pending',
  notice_payment_waiting: '{amount} to {payeeName} has not been sent yet.',
  notice_payment_still_with_bank: '{amount} to {payeeName} is with the bank.',
  notice_payment_not_arrived: '{amount} to {payeeName} has not arrived yet.',
  notice_payment_cancelled_title: 'Payment cancelled',
  notice_payment_cancelled: 'Nothing was sent. {amount} to {payeeName} was cancelled.',
  notice_payment_expired_title: 'Payment expired',
  notice_payment_expired: 'Nothing was sent. {amount} to {payeeName} expired.',
  notice_payment_submitted_title: 'Payment with the bank',
  notice_payment_submitted: '{amount} to {payeeName} is with the bank.',
  notice_payment_sent_title: 'Payment sent',
  notice_payment_sent: '{amount} to {payeeName} is on its way.',
  notice_payment_completed_title: 'Payment arrived',
  notice_payment_completed: '{amount} to {payeeName} has arrived.',
  notice_payment_returned_title: 'Payment returned',
  notice_payment_returned: '{amount} to {payeeName} came back. It’s in your account again.',
  notice_payment_rejected_title: 'Payment not sent',
  notice_payment_rejected: 'Nothing was sent, and you can use the money again. {amount} to {payeeName} was rejected.',
  notice_recall_accepted_title: 'Your payment is coming back',
  notice_recall_accepted:
    'The payee’s bank is returning {amount} to {payeeName}. We’ll credit your account when it arrives.',
  notice_recall_refused_title: 'Payment not returned',
  notice_recall_refused: 'The payee’s bank will not return {amount} to {payeeName}. Ask your payee to send it back.',

  notice_answer_needed_title: 'We need your answer',
  notice_answer_needed:
    'We cannot send your payment to {payeeName} until you answer our question. If you do not answer by {dueOn}, we’ll cancel it and you can use the money again.',
  notice_answer_needed_next: 'Answer our question.',
  notice_payment_delayed_title: 'Your payment is delayed',
  notice_payment_delayed:
    'Your money is reserved and safe. We’re making extra checks on your payment to {payeeName} and will decide by the end of {decidedBy}. If you did not make this payment, or someone told you to make it, contact us straight away.',
  notice_payment_delayed_next: 'We’ll decide, or ask you a question.',
  notice_compensation_paid_title: 'We’ve paid you compensation',
  notice_compensation_paid: 'We paid {amount} into your account because your payment to {payeeName} was delayed.',
  notice_compensation_reversed_title: 'We’ve taken back a payment made by mistake',
  notice_compensation_reversed:
    'We took {amount} from your account. We’d paid it to you by mistake for the delay to your payment to {payeeName}.',
  notice_document_accepted_title: 'Document accepted',
  notice_document_accepted: 'We’ve accepted “{fileName}” for your payment to {payeeName}.',
  notice_document_refused_title: 'We need a different document',
  notice_document_refused: 'We cannot use “{fileName}” for your payment to {payeeName}.',

  notice_credit_received_title: 'Money received',
  notice_credit_received: 'You received {amount} from {payerName}.',
  notice_transfer_completed_title: 'Money moved',
  notice_transfer_completed: '{amount} moved between your accounts.',
  notice_exchange_completed_title: 'Money exchanged',
  notice_exchange_completed: 'We exchanged {sold} for {bought} at {rate}.',
  notice_rate_alert_title: 'Your target rate is here',
  notice_rate_alert: 'Your target was {target}. The rate is now {rate}.',

  notice_deal_quoted_title: 'Your dealer has given you a rate',
  notice_deal_quoted: '{description}: {rate}. The rate only holds for a short time.',
  notice_deal_expired_title: 'Your rate expired',
  notice_deal_expired: 'Nothing was exchanged. Ask for another rate for {description}.',
  notice_deal_booked_title: 'Exchange booked',
  notice_deal_booked: '{description} is booked and settles on the settlement date.',
  notice_deal_unable_title: 'We could not do your exchange',
  notice_deal_unable: 'Nothing was exchanged. We could not exchange {description}.',

  notice_order_failed_title: 'Auto FX order not completed',
  notice_order_ended_title: 'Auto FX order ended',
  notice_order_failed: 'Nothing was exchanged.',
  notice_order_ended: 'This order has ended.',
  notice_order_retry: 'We’ll try again on {retryAt}.',
  notice_order_not_paid_title: 'Exchanged, but not paid',
  notice_order_not_paid: 'We made the exchange but did not send the payment of this order: {description}.',
  notice_order_expired_title: 'Auto FX order expired',
  notice_order_expired: 'This order’s last date has passed: {description}.',
  notice_order_waiting_title: 'Auto FX order waiting',
  notice_order_waiting_for_market: 'We’ll check this order when the market opens on {opensAt}: {description}.',
  notice_order_waiting_for_service:
    'This order is waiting because Auto FX is unavailable at the moment: {description}.',
  notice_order_still_wanted_title: 'Do you still want this order?',
  notice_order_still_wanted: 'This order is still open: {description}. Keep it or cancel it.',

  notice_instant_payment_credited_title: 'Instant Bank Payment arrived',
  notice_instant_payment_credited: '{amount} from {bankName} is in your account.',
  notice_instant_payment_rejected_title: 'Instant Bank Payment not made',
  notice_instant_payment_not_coming: '{amount} from {bankName} will not arrive.',
  notice_instant_payment_expired_title: 'Instant Bank Payment expired',
  notice_instant_payment_expired: 'Nothing was paid. The payment of {amount} from {bankName} was not finished in time.',
  notice_instant_payment_unknown_title: 'Instant Bank Payment delayed',
  notice_instant_payment_unknown: '{amount} from {bankName} has not arrived yet.',

  notice_payee_approved_title: 'Payee approved',
  notice_payee_approved: 'You can now pay {payeeName}.',
  notice_payee_checked_title: 'Payee checked',
  notice_payee_checked: 'We’ve finished our checks on {payeeName}. Your team still needs to approve them.',
  notice_payee_rejected_title: 'Payee not accepted',
  notice_payee_rejected: 'You cannot pay {payeeName}.',
  notice_payee_disabled_title: 'Payee blocked',
  notice_payee_disabled: 'You cannot pay {payeeName} any more.',

  notice_standing_order_short_title: 'Add money for your standing order',
  notice_standing_order_short:
    'You’re {missing} short. {amount} for “{reference}” is due on {payDay}, and takes {needed} with the fee. Add money before that morning.',
  notice_standing_order_retrying_title: 'Standing order not paid yet',
  notice_standing_order_retrying: '{amount} for “{reference}”: {note} We’ll try again today at {retryTime}.',
  notice_standing_order_held_title: 'Your standing order needs your answer',
  notice_standing_order_held:
    '{amount} for “{reference}”: {note} Pay at the live rate or skip this payment by {until}.',
  notice_standing_order_skipped_title: 'Standing order payment skipped',
  notice_standing_order_skipped:
    '{amount} for “{reference}” on {payDay}: {note} The next payment goes ahead as planned.',
  notice_standing_order_failed_title: 'Standing order not paid',
  notice_standing_order_failed:
    '{amount} for “{reference}” on {payDay}: {note} We will not try this one again. The next payment goes ahead as planned.',
  notice_standing_order_blocked_title: 'Your standing order is on hold',
  notice_standing_order_blocked: '“{reference}”: {note}',
  notice_standing_order_completed_title: 'Standing order complete',
  notice_standing_order_completed: '“{reference}” has made its last payment.',

  notice_approval_requested_title: 'Your approval is needed',
  notice_approval_requested: '{makerName} needs your approval: {description}.',
  notice_approval_requested_next: 'Approve it or send it back.',
  notice_approval_approved_title: 'Your request was approved',
  notice_approval_rejected_title: 'Your request was sent back',
  notice_approval_expired_title: 'Your request expired',
  notice_approval_void_title: 'Your request is out of date',
  notice_approval_completed: '{description}.',
  notice_approval_completed_with_note: '{description}: {note}',

  notice_upgrade_details_needed_title: 'We need something else for Plus',
  notice_upgrade_details_needed:
    'We need more details before we can open your Plus account. Your wallets work as before.',
  notice_upgrade_opening_title: 'We’re opening your Plus account',
  notice_upgrade_opening: 'Our bank is opening your accounts. Your wallets work as before until then.',
  notice_upgrade_done_title: 'Your Plus account is open',
  notice_upgrade_done: 'Your wallets are now accounts, with the same money in them.',
  notice_upgrade_refused_title: 'We could not upgrade your account',
  notice_upgrade_refused: 'We could not open your Plus account. Your wallets work as before.',
  notice_upgrade_refused_because: 'We could not open your Plus account. {note}',

  notice_pin_locked_title: 'Your PIN is locked',
  notice_pin_locked:
    'Your money is safe. Your PIN was entered wrongly too many times, so we locked it on {lockedAt}. Reset it to confirm payments again. If the wrong tries were not yours, call us.',
  notice_login_locked_title: 'Logging in is paused',
  notice_login_locked:
    'Your money is safe. There were too many tries to log in to your account with wrong details, so we paused logging in until {unlocksAt}. If it was not you, use a password you do not use anywhere else.',
  notice_second_factor_added_title: 'A second step was added',
  notice_second_factor_added:
    'A passkey or an authenticator app was added to your login on {changedAt}. If this was not you, call us straight away.',
  notice_second_factor_removed_title: 'A second step was removed',
  notice_second_factor_removed:
    'A passkey or an authenticator app was removed from your login on {changedAt}. If this was not you, call us straight away.',
  notice_recovery_code_used_title: 'A recovery code was used',
  notice_recovery_code_used:
    'One of your recovery codes was used on {changedAt}. If this was not you, call us straight away.',
  notice_recovery_codes_made_title: 'New recovery codes were made',
  notice_recovery_codes_made:
    'New recovery codes were made on {changedAt}. The old ones no longer work. If this was not you, call us straight away.',
  notice_email_changed_title: 'Your email address was changed',
  notice_email_changed:
    'We write to {email} since {changedAt}. For {hours, plural, one {# hour} other {# hours}} you can send less to new payees. If it was not you, call us.',
  notice_password_changed:
    'Your password was changed on {changedAt}, using {device}, and you were logged out everywhere else. If it was not you, call us.',
  notice_new_device_title: 'New device logged in',
  notice_new_device:
    'Someone logged in to your account on {loggedInAt}, using {device}, {countryName, select, none {from an unknown place} other {from {countryName}}}. If it was not you, tell us under Devices.',
  notice_device_disowned_title: 'Choose a new password',
  notice_device_disowned:
    'On {changedAt} you told us that someone else logged in. We logged out every other device, and your old password no longer works. Choose a new one with “Forgot your password?” on the log in page.',
  notice_password_reset_title: 'Your password was changed',
  notice_password_reset:
    'Your password was reset on {changedAt}, using {device}, and you were logged out everywhere. For {hours, plural, one {# hour} other {# hours}} you can send less to new payees. If it was not you, call us.',
} as const;
