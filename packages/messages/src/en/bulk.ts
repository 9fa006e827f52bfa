/** Bulk payments: why a file or a row of it cannot be used or paid, and what approvers read. */
export const bulk = {
  bulk_file_no_payments: 'Nothing was saved. This file has no payments.',
  bulk_file_too_many_payments:
    'Nothing was saved. The most we can take is {max, plural, one {# payment} other {# payments}}. Split the file into smaller ones.',
  bulk_file_type_unknown: 'Nothing was saved. Upload a CSV, XLSX or pain.001 file.',
  bulk_file_unreadable: 'Nothing was saved. We could not read this file. Save it again as CSV or XLSX.',
  bulk_workbook_unreadable:
    'Nothing was saved. This workbook is damaged, password-protected or too large. Save just the payments as XLSX or CSV.',
  bulk_workbook_too_many_rows:
    'Nothing was saved. This workbook has more than {max, plural, one {# row} other {# rows}}, counting empty ones and other sheets. Save just the payments as XLSX or CSV.',
  bulk_workbook_too_many_columns:
    'Nothing was saved. This workbook has more than {max, plural, one {# column} other {# columns}}. Save just the payments as XLSX or CSV.',
  bulk_workbook_too_large:
    'Nothing was saved. This workbook is too large for a list of payments. Save just the payments as XLSX or CSV.',
  bulk_file_columns_missing: 'Nothing was saved. The first line needs column names, including “name” and “amount”.',
  bulk_file_extra_columns:
    'Nothing was saved. Line {line} has more columns than the first line. Put text and amounts that contain a comma in quotes.',
  bulk_file_cheques: 'Nothing was saved. This file asks for cheques, and we only make transfers.',
  bulk_file_count_mismatch:
    'Nothing was saved. This file says it has {stated, plural, one {# payment} other {# payments}}, but it has {actual}.',
  bulk_file_total_mismatch:
    'Nothing was saved. This file says its total is {typed}, but the payments add up to something else.',
  bulk_file_not_pain001: 'Nothing was saved. This is not a pain.001 payment file.',
  bulk_file_too_complex:
    'Nothing was saved. This file takes too long to read. Split it into smaller files, or save just the payments as CSV.',
  bulk_file_duplicate: 'Nothing was saved. You’ve already uploaded this file. Confirm if you mean to upload it again.',

  payee_name_required: 'Enter the account name',
  bulk_account_number_zeros:
    'This account number has {length} digits. Write all 8, because spreadsheets drop zeros at the start. Check the number with your payee',
  bulk_currency_required: 'Enter GBP, EUR or THB',
  bulk_currency_not_supported:
    'Leave this row out and pay it on its own. Files can pay GBP in the UK, EUR by SEPA and THB in Thailand, but not {currency} this way',
  bulk_debit_currency_unknown:
    'Enter the currency of your account, such as GBP, or leave it blank to choose when you send',
  bulk_amount_in_other_currency:
    'Enter the amount in {buyCurrency}, which your payee gets, and clear this field. Your file has the amount in {sellCurrency}',
  bulk_conversion_dated:
    'Nothing was sent. Payments that exchange currency cannot be scheduled. Clear the payment dates, or pay from an account in their currency.',
  bulk_date_invalid: 'Write this date as 2026-12-31, or leave it blank to pay when you send',
  bulk_date_ambiguous: 'Write this date as 2026-12-31. It could mean {day} or {otherDay}',
  bulk_date_passed:
    'This date has passed. Enter a date from {earliest} to {latest}, or leave it blank to pay when you send',
  bulk_date_too_late: 'Enter a date from {earliest} to {latest}, or leave it blank to pay when you send',
  bulk_date_unavailable:
    'Leave the date blank to pay when you send. Bank holidays that far ahead are not published yet',
  scheme_invalid: 'Enter “inst” for SEPA Instant or “sct” for SEPA Credit Transfer, or leave it blank',
  iban_not_sepa: 'Enter an IBAN from a SEPA country',
  bank_code_thai_invalid: 'Enter a 3-digit Thai bank code, such as 004 for Kasikorn Bank',
  bulk_purpose_required: 'Choose the purpose: {choices}',
  bulk_relationship_required: 'Choose your relationship to the payee: {choices}',
  bulk_source_of_funds_required: 'Choose the source of funds: {choices}',
  bulk_payee_awaits_approval: 'A colleague still needs to approve this payee. Then we check this row again',
  bulk_payee_not_payable: 'Check this payee’s status. You cannot pay them at the moment',
  bulk_row_duplicate: 'Leave this row out or change its reference. Row {row} is the same',
  bulk_row_equals_payment:
    'You may pay this twice. Payment {reference} of {day} pays the same amount to this account. Leave this row out, or confirm it',
  bulk_row_equals_row:
    'You may pay this twice. Row {row} of {fileName} pays the same amount to this account and is on its way. Leave this row out, or confirm it',
  bulk_row_equals_standing_order:
    'You may pay this twice. Your standing order {reference} pays the same amount to this account on {payDay}. Leave this row out, or confirm it',
  bulk_row_other_name:
    'The names differ. Your file says “{typed}”, and you saved this account as “{payeeName}”. Check whose account this is before you confirm',
  bulk_row_unusual_length:
    'This account number has {length} digits. Accounts at {bank} usually have {lengths}. Check it with your payee before you confirm',
  bulk_row_much_larger:
    'This is more than three times your largest payment to {payeeName} so far, {maximum}. Check the amount before you confirm',
  bulk_row_name_unconfirmed:
    'The bank has not confirmed that this account belongs to {payeeName}. Check the details with your payee before you confirm',
  bulk_held_back:
    'Nothing was sent. {count, plural, one {A row equals} other {# rows equal}} a payment that was made in the meantime. Look at the rows that need you, and approve again.',
  bulk_dates_passed:
    'Nothing was sent. The date of {count, plural, one {a row} other {# rows}} has come since you looked. Check the rows and approve again.',
  payment_equals_row:
    'Nothing was sent yet. Row {row} of your payment file {fileName} pays this payee the same amount. Confirm to send it as well.',
  payment_equals_standing_order:
    'Nothing was sent yet. Your standing order {reference} pays this payee the same amount on {payDay}. Confirm to send it as well.',
  bulk_row_name_conflict: 'Use the account holder’s name in both rows. Row {row} pays this account under another name',
  bulk_payee_approval_required: 'Add this payee first. A colleague needs to approve new payees',
  bulk_account_switched: 'Ask your payee for new details. This account has moved to another bank',
  bulk_account_not_found: 'Check the details with your payee. The bank has no account with them',
  bulk_name_check_missing: 'Check this payee’s name first. Your company pays checked names only',
  bulk_name_mismatch_not_allowed:
    'Ask your payee for the exact name. It does not match the account, and your company does not allow that',

  bulk_short:
    'Nothing was sent. You’re {missing} short. These payments need {needed} including fees, and you have {available}. Add money or leave some rows out.',
  bulk_row_payee_deleted:
    'Nothing was sent for row {row}, and you still have the money. {payeeName} was deleted from your payees on {deletedOn}. Correct the row or leave it out.',
  bulk_row_payee_other_name:
    'Nothing was sent. You’ve saved this account under the name {payeeName}. Correct the name in this row and approve it again.',
  bulk_row_not_paid: 'Nothing was sent for this row. We could not make the payment.',
  bulk_row_left_out: 'Left out',
  bulk_row_close_match: 'The name is close to the one on the account, but not the same',
  bulk_not_paid_file: '{fileName} - not paid.csv',

  approve_bulk: 'Pay {total} in {count, plural, one {# payment} other {# payments}} from {fileName}',
  bulk_fee_changed: 'Nothing was sent. The fee per payment is now {fee} instead of {quotedFee}.',
  statement_bulk_reserved: '{count, plural, one {# payment} other {# payments}} from {fileName}, waiting for approval',
  summary_file: 'File',
  summary_payments: 'Payments',
  summary_payees: 'Payees',
  payees_with_new: '{count}, including {added} new',
  summary_total: 'Total',
  summary_maximum_fees: 'Fees, up to',
  summary_payment: 'Payment',
  summary_payment_number: 'Payment {number} by amount',
  summary_other_payments: 'Other payments',
  other_payments_on_page: 'See the file',
} as const;
