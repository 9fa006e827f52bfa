export const pin = {
  title: {
    wait: 'Your PIN',
    create: { new: 'Choose a PIN', repeat: 'Repeat the PIN' },
    reset: { password: 'Reset your PIN', new: 'Choose a new PIN', repeat: 'Repeat the PIN' },
    update: { current: 'Enter your current PIN', new: 'Choose a new PIN', repeat: 'Repeat the PIN' },
    verify: { enter: 'Enter your PIN' },
    locked: 'Your PIN is locked',
    factor: 'Confirm it’s you',
  },
  accepted: 'PIN accepted',
  saved: 'PIN saved',
  firstPin: 'You need a PIN to confirm payments.',
  lockedText: 'Nothing was sent, and your money is safe. You entered too many wrong PINs.',
  lockedNext: 'Reset your PIN with your password to continue.',
  forgot: 'Forgot your PIN?',
  message: { title: 'Message', ok: 'OK' },
  reset: {
    intro: 'Confirm your new PIN with your password.',
    cooling:
      'For {hours, number} hours after a reset, your limit is {amount} a payment, or the same in another currency.',
    password: 'Your password',
    missing: 'Enter your password',
    next: 'Save PIN',
  },
  failed: 'We could not open the PIN pad',
} as const;
