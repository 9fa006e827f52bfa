export const session = {
  login: {
    title: 'Log in',
    intro: 'Use your member code or email address.',
    username: 'Member code or email',
    password: 'Password',
    submit: 'Log in',
    checking: 'Logging in…',
    lostPassword: 'Forgot your password?',
    forgotLogin: 'Forgot your member code?',
    newHere: 'New to Larkmere?',
    register: 'Open a wallet',
    neverAsk: 'We will never ask for your PIN by phone, email or chat.',
    privacy:
      'After several failed attempts, your browser runs a short security check. It sends nothing about you to anyone else.',
    solving: 'Running a security check. This takes a moment.',
    usernameMissing: 'Enter your member code or email',
    passwordMissing: 'Enter your password',
    failed: 'We could not log you in',
  },
  left: {
    logout: 'You’ve logged out.',
    idle: 'We logged you out after five minutes of inactivity.',
    ended: 'You’re logged out. Log in again to continue.',
  },
  ended: {
    title: 'Confirm logout?',
    text: 'You have been logged out because your authentication is no longer valid',
    ok: 'OK',
  },
  staffEnded: {
    title: 'Confirm logout',
    text: 'You have been logged out because your authentication manage is no longer valid',
    ok: 'OK',
  },
  idle: {
    title: 'Are you still there?',
    text: 'You’ll be logged out soon.',
    stay: 'Stay logged in',
    leave: 'Log out now',
  },
  logout: {
    title: 'Log out?',
    text: 'You’ll lose anything you have not sent.',
    confirm: 'Log out',
    cancel: 'Stay logged in',
    busy: 'Logging out…',
  },
} as const;
