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
    neverAsk: 'We will never ask for your PIN by phone, email or chat.',
    privacy:
      'After several failed tries your browser does a short check by itself. It sends nothing about you to anyone else.',
    solving: 'Your browser is doing a short check. This takes a moment.',
    usernameMissing: 'Enter your member code or email',
    passwordMissing: 'Enter your password',
    failed: 'You are not logged in',
  },
  left: {
    logout: 'You have logged out.',
    idle: 'We logged you out after five minutes without activity.',
    ended: 'Your session has ended. Log in again to continue.',
  },
  ended: {
    title: 'Confirm logout?',
    text: 'You have been logged out because your authentication is no longer valid',
    ok: 'OK',
  },
  idle: {
    title: 'Are you still there?',
    text: 'For your safety we log you out soon.',
    stay: 'Stay logged in',
    leave: 'Log out now',
  },
  logout: {
    title: 'Log out?',
    text: 'Unsent details in this window are forgotten.',
    confirm: 'Log out',
    cancel: 'Stay logged in',
    busy: 'Logging out…',
  },
} as const;
