export const accountStatus = {
  details: 'See the details',
  frozen: {
    title: 'Your account is frozen',
    text: 'Your money is safe. Cards, payments, standing orders and exchanges are stopped.',
    manager: 'Only somebody who manages this account can unfreeze it.',
    unfreeze: 'Unfreeze',
    see: 'See what is stopped',
    pin: 'Cards work again, and payments and standing orders that waited go out now.',
    failed: 'Your account is still frozen',
    once: 'It’s safe to try again.',
    done: 'Your account is no longer frozen',
  },
  restricted: {
    title: 'Sending is paused',
    text: 'Your money is safe. You can still get paid, see everything and download statements. Call us to send again.',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'Your money is safe and has not moved. You can see everything and download statements. Call us.',
  },
  dormant: {
    title: 'Confirm it’s you to send money',
    text: 'You haven’t used this account for a year. You can still get paid and exchange.',
    confirm: 'Confirm with PIN',
    pin: 'After this you can send money again.',
    failed: 'We could not confirm it’s you',
    once: 'It’s safe to try again.',
  },
  closing: {
    title: 'Your account is closing',
    text: 'You can send what is left to an account of your own. You cannot receive new payments.',
  },
  closed: {
    title: 'Your account is closed',
    text: 'You can see and download your statements. Nothing else is possible with it.',
  },
} as const;
