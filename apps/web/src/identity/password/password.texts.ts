export const password = {
  title: 'Change password',
  intro: 'You stay logged in here. We log you out everywhere else and email you.',
  current: 'Current password',
  currentMissing: 'Enter your current password',
  submit: 'Change password',
  saving: 'Changing…',
  once: 'It’s safe to try again: it can only be changed once.',
  failed: 'Your password was not changed',
  doneTitle: 'Password changed',
  doneText: 'You were logged out on every other device. We’ve sent you an email about it.',
  home: 'Go to Home',
} as const;
