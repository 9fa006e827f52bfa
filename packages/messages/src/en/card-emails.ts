/** Subjects have no parameters, because lock screens display them. */
export const cardEmails = {
  email_card_payment_reversed_subject: 'A card payment was taken back',
  email_card_payment_reversed: `Hello {firstName},

{amount} that you added to your Larkmere wallet from {card} went back to the card on {changedAt}. We took what we could from your wallet.

Your wallet was {missing} short of it. If that is more than nothing, you cannot send money until it is paid: add it to your wallet by bank transfer, or call us on {supportPhone}.

If you did not ask your bank to take the payment back, call your bank and us straight away.

The Larkmere team`,

  email_card_payment_short_subject: 'Your account is short after a card payment',
  email_card_payment_short: `Hello {firstName},

{name} took {amount} by card on {changedAt}. Your account did not have that much: it was {missing} short. Shops sometimes take a payment without asking us first.

We stopped the card that was used. Everything else still works: your other cards, payments and exchanges.

To use the card again, add {missing} to the account, by bank transfer or from another of your accounts. To see its details, log in and choose “Receive money”. What arrives pays the {missing} first, and the card works again at once.

If you do not recognise the payment, dispute it on the page of your card, or call us on {supportPhone}.

The Larkmere team`,

  email_card_shortfall_paid_subject: 'Nothing is owed after your card payments',
  email_card_shortfall_paid: `Hello {firstName},

The {amount} that your account was short after card payments was paid on {changedAt}. Nothing is owed any more, and there is nothing to do.

{isUsable, select, yes {The card that we stopped works again.} other {The card is still stopped for another reason, or has ended. Log in to see why, or call us on {supportPhone}.}}

The Larkmere team`,
} as const;
