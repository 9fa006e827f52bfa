/** Texts of a 403. They have no parameters: the page `/403` shows them by a code in its address. */
export const access = {
  visit_forbidden: 'Nothing was changed. Staff cannot do this for a customer.',
  access_denied: 'You do not have permission to do this. Ask the account owner.',
  kyc_required: 'You need to be verified to do this. Finish your identity check first.',
  agreement_required: 'Your money is safe. Read and accept our new terms before you go on.',
  account_restricted: 'Payments from your account are paused. Your money is safe. Contact us.',

  account_opening:
    'Your money has not moved. We’re still opening your account. Finish your identity check, or wait for us to confirm.',
  account_sending_paused:
    'Your money is safe. You can’t send or exchange money for now. You can still get paid and download statements. Contact us.',
  account_suspended:
    'Your money has not moved. Your account is suspended. You can still see everything in it and download statements. Contact us.',
  account_locked: 'Your money is safe and has not moved. Your account is locked after a security check. Contact us.',
  account_dormant:
    'Your money has not moved. You haven’t used your account for a year. Confirm it’s you to send money again.',
  account_closing:
    'Your money has not moved. Your account is closing. You can send what is left to your own account elsewhere and download statements.',
  account_closed: 'Nothing was changed. Your account is closed. You can still see and download your statements.',
  account_frozen:
    'Your money is safe. You froze your account, so nothing can be sent. Unfreeze it when you’re sure that nobody else can use it.',
  exchange_not_enabled:
    'Nothing was exchanged. Currency exchange is not switched on for your account. Contact us to add it.',

  identity_needed:
    'Nothing was done. We have to check your identity before you can move money or change people. Start it on your home page.',
  not_the_maker: 'Nothing was changed. Only the person who created this request can withdraw it.',
  approver_has_other_role: 'Nothing was changed. This needs the approval of someone with another role.',
  payee_awaits_customer_approval: 'Nothing was changed. This payee is waiting for approval by the customer’s own team.',
  payer_suspended: 'Nothing was paid. This customer is suspended.',
  payer_closed: 'Nothing was paid. This customer is closed.',
  own_role: 'Nothing was changed. Someone with another role has to change the permissions of yours.',
  release_above_limit:
    'Nothing was released. The amount is above the limit of your role, and of the role of the person who recommended it.',
  name_on_list: 'Nothing was recorded. The name is on a sanctions list, so the MLRO has to decide this.',
  payment_with_compliance: 'Nothing was changed. This payment is with compliance.',
  own_account: 'Nothing was changed. Someone else has to change your own account.',
} as const;
