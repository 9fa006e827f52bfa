export const payees = {
  payee_required: 'Nothing was sent. A colleague needs to approve new payees. Add this payee first.',
  payee_blocked_before:
    'Nothing was sent. We blocked this payee before you deleted it. Add it on its own and we’ll check it.',
  payee_not_payable: 'We cannot make payments to this payee. Contact us if you have questions.',

  payee_use_payment: 'payment {reference}',
  payee_use_standing_order: 'standing order {reference}',
  payee_use_auto_fx: 'Auto FX order {reference}',
  payee_use_bulk: 'bulk payment {reference}',
  payee_uses_more: '{more} more',
  payee_in_use_by: 'Nothing was deleted. This payee is still used by {uses}. Delete it once that has finished.',

  account_switched:
    'Nothing was saved or sent. This account has moved to another bank. Ask your payee for the new details.',
  account_not_found:
    'Nothing was saved or sent. The bank has no account with these details. Check them with your payee.',
  name_check_wait:
    'Nothing was saved. The name does not match the account. Wait {wait}, then confirm again if you’re sure.',
  name_check_outdated:
    'Nothing was sent. This name check is too old or for another payee. Check the name again, or send without it.',
  name_check_demanded: 'Nothing was sent. Your company pays checked names only. Check this payee’s name first.',
  name_check_changed:
    'Nothing was sent. The payee’s bank now gives a different name for this account. Check the payee, then save it if you’re sure.',

  approve_payee: 'Add payee {payeeName}, {account}',
  payee_not_approved_by_team: 'The payee was not approved.',
  approval_void_payee_changed: 'The payee was changed and sent for approval again.',
  approval_void_payee_deleted: 'The payee was deleted.',
  payee_company: 'Company',
  payee_person: 'Person',
  summary_name: 'Name',
  summary_payee_type: 'Type',
  summary_currency: 'Currency',
  summary_name_check: 'Name check',
  approve_name_policy: 'Allow payees whose name does not match',
  name_policy_stays: 'Payees whose name does not match stay blocked.',
  summary_effect: 'What changes',
  name_policy_effect: 'Your team can add and pay someone whose name does not match the account, if they give a reason.',

  payee_type_currency_not_supported: 'Choose a different payee type. You cannot pay this one in {currency}',
  payee_name_mismatch: 'Enter the same first and last name as in the full name',
  country_required: 'Choose a country from the list',
  country_not_supported: 'Choose another country. We do not send money to {country}',
  field_not_used: 'Remove this. We do not need it for this type of payee',
  account_number_sort_code_mismatch: 'Check the sort code and account number. They do not match',

  payee_export_name: 'Name',
  payee_export_nickname: 'Nickname',
  payee_export_entity: 'Person or company',
  payee_export_currency: 'Currency',
  payee_export_account: 'Account',
  payee_export_reference: 'Reference',
  payee_export_added: 'Added',
  payee_export_last_paid: 'Last paid',
} as const;
