export const staffInvitation = {
  title: 'Welcome, {name}',
  text: 'Your username is {username}. Choose a password to set up your account as {role}.',
  password: 'New password',
  hint: 'At least 12 characters. Three or four unrelated words work well.',
  missing: 'Enter at least 12 characters',
  submit: 'Save password',
  failed: 'Your password was not saved',
  ended: 'This link has ended',
  endedText: 'It was used before, or it is older than 48 hours. Ask a supervisor for a new one.',
  loadFailed: 'We could not open the link',
} as const;
